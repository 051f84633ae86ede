-- What a house sends to its region, in the house's own database. Made when the house joins a region.

CREATE TABLE upward (                   -- the log of facts: a journal of the house, chained, without a gap
    seq     BIGINT PRIMARY KEY,
    wall_ns BIGINT NOT NULL,
    kind    TEXT NOT NULL,              -- the table of the fact
    body    TEXT COMPRESSION lz4 NOT NULL,  -- never jsonb: the chain is over the spelling
    chain   TEXT NOT NULL
);

-- The lock lasts until the commit. So numbers have no gap, and a reader who sees one sees all before it.
CREATE FUNCTION log_fact(kind TEXT, word TEXT, fact JSON) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    last    upward;
    wall_ns BIGINT := extract(epoch FROM clock_timestamp()) * 1000000000;
    body    TEXT := json_build_object(word, fact);
BEGIN
    PERFORM pg_advisory_xact_lock('upward'::regclass::oid::int, 0);
    SELECT * INTO last FROM upward ORDER BY seq DESC LIMIT 1;
    last.seq := coalesce(last.seq, 0) + 1;
    last.chain := format(               -- as `sabot.record.chain.chained` has it
        '["%s",%s,%s,0,%s,0,"","",%s]',
        coalesce(last.chain, repeat('0', 64)), last.seq, wall_ns, to_json(kind), to_json(body)
    );
    INSERT INTO upward VALUES (last.seq, wall_ns, kind, body, encode(sha256(convert_to(last.chain, 'UTF8')), 'hex'));
END
$$;

CREATE FUNCTION log_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        PERFORM log_fact(TG_TABLE_NAME, 'gone', row_to_json(OLD));
    ELSIF TG_OP = 'INSERT' OR OLD IS DISTINCT FROM NEW THEN
        PERFORM log_fact(TG_TABLE_NAME, 'fact', row_to_json(NEW));
    END IF;
    RETURN NULL;
END
$$;

SELECT log_fact('coup', 'fact', row_to_json(f)) FROM coup f;
SELECT log_fact('fault', 'fact', row_to_json(f)) FROM fault f;
SELECT log_fact('wheel_at', 'fact', row_to_json(f)) FROM wheel_at f;
SELECT log_fact('spin', 'fact', row_to_json(f)) FROM spin f;
SELECT log_fact('head', 'fact', row_to_json(f)) FROM head f;

CREATE TRIGGER logged AFTER INSERT OR UPDATE OR DELETE ON coup FOR EACH ROW EXECUTE FUNCTION log_change();
CREATE TRIGGER logged AFTER INSERT OR UPDATE OR DELETE ON fault FOR EACH ROW EXECUTE FUNCTION log_change();
CREATE TRIGGER logged AFTER INSERT OR UPDATE OR DELETE ON wheel_at FOR EACH ROW EXECUTE FUNCTION log_change();
CREATE TRIGGER logged AFTER INSERT OR UPDATE OR DELETE ON spin FOR EACH ROW EXECUTE FUNCTION log_change();
CREATE TRIGGER logged AFTER INSERT ON head FOR EACH ROW EXECUTE FUNCTION log_change();
