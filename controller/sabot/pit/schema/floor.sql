-- What the page of the pit shows besides: lost instruments, wheels and their numbers, games by the hour, who has seen
-- an alert.

CREATE TABLE lost_instrument (          -- a fact: this instrument is lost, and was not found again
    station TEXT NOT NULL,
    course  INTEGER NOT NULL,
    seq     BIGINT NOT NULL,
    wall_ns BIGINT NOT NULL,
    role    TEXT NOT NULL,              -- `sabot`, `camera`, `wheel`, `panel`
    PRIMARY KEY (station, course, role)
);

CREATE TABLE wheel_at (                 -- a fact: from this record on the wheel stood at this table
    station TEXT NOT NULL,
    course  INTEGER NOT NULL,
    seq     BIGINT NOT NULL,
    wall_ns BIGINT NOT NULL,
    wheel   TEXT NOT NULL,
    PRIMARY KEY (station, course, seq)
);

CREATE TABLE spin (                     -- a fact: a number that the wheel itself gave
    station TEXT NOT NULL,
    course  INTEGER NOT NULL,
    seq     BIGINT NOT NULL,
    wall_ns BIGINT NOT NULL,
    wheel   TEXT NOT NULL,              -- empty: it has no name
    number  TEXT NOT NULL,
    PRIMARY KEY (station, course, seq)
);

CREATE TABLE hourly_fault (             -- faults by the hour and by rule
    station TEXT NOT NULL,
    hour    TIMESTAMPTZ NOT NULL,
    rule    TEXT NOT NULL,
    count   BIGINT NOT NULL,
    PRIMARY KEY (station, hour, rule)
);
CREATE INDEX hourly_fault_by_time ON hourly_fault (hour) INCLUDE (station, rule, count);

CREATE FUNCTION hour_of(wall_ns BIGINT) RETURNS TIMESTAMPTZ LANGUAGE sql STABLE AS $$
    SELECT date_trunc('hour', to_timestamp(wall_ns / 1e9))
$$;

CREATE FUNCTION count_faults() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO hourly_fault VALUES (NEW.station, hour_of(NEW.wall_ns), NEW.rule, 1)
        ON CONFLICT (station, hour, rule) DO UPDATE SET count = hourly_fault.count + 1;
    ELSE
        UPDATE hourly_fault SET count = count - 1
        WHERE station = OLD.station AND hour = hour_of(OLD.wall_ns) AND rule = OLD.rule;
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER counted AFTER INSERT OR DELETE ON fault FOR EACH ROW EXECUTE FUNCTION count_faults();

CREATE TABLE hourly (                   -- results that stand, by the hour
    station TEXT NOT NULL,
    hour    TIMESTAMPTZ NOT NULL,
    coups   BIGINT NOT NULL,
    PRIMARY KEY (station, hour)
);
CREATE INDEX hourly_by_time ON hourly (hour) INCLUDE (station, coups);

CREATE FUNCTION count_coup(station TEXT, wall_ns BIGINT, more INTEGER) RETURNS void LANGUAGE sql AS $$
    INSERT INTO hourly VALUES (station, hour_of(wall_ns), more)
    ON CONFLICT (station, hour) DO UPDATE SET coups = hourly.coups + EXCLUDED.coups
$$;

CREATE FUNCTION count_coups() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' AND OLD.decided IS NOT NULL AND OLD.voided IS NULL THEN
        PERFORM count_coup(OLD.station, OLD.wall_ns, -1);
    END IF;
    IF TG_OP <> 'DELETE' AND NEW.decided IS NOT NULL AND NEW.voided IS NULL THEN
        PERFORM count_coup(NEW.station, NEW.wall_ns, 1);
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER counted AFTER INSERT OR UPDATE OR DELETE ON coup FOR EACH ROW EXECUTE FUNCTION count_coups();

CREATE TABLE numbers (                  -- how often each number of each wheel came, by the day
    wheel  TEXT NOT NULL,               -- that of its table where the wheel has no name
    day    TIMESTAMPTZ NOT NULL,
    number TEXT NOT NULL,
    count  BIGINT NOT NULL,
    PRIMARY KEY (wheel, day, number)
);
CREATE INDEX numbers_by_day ON numbers (day);

CREATE FUNCTION wheel_of(spin) RETURNS TEXT IMMUTABLE LANGUAGE sql AS $$
    SELECT CASE $1.wheel WHEN '' THEN $1.station ELSE $1.wheel END
$$;

CREATE FUNCTION count_spins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO numbers VALUES (wheel_of(NEW), date_trunc('day', to_timestamp(NEW.wall_ns / 1e9)), NEW.number, 1)
        ON CONFLICT (wheel, day, number) DO UPDATE SET count = numbers.count + 1;
    ELSE
        UPDATE numbers SET count = count - 1
        WHERE wheel = wheel_of(OLD) AND day = date_trunc('day', to_timestamp(OLD.wall_ns / 1e9)) AND number = OLD.number;
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER counted AFTER INSERT OR DELETE ON spin FOR EACH ROW EXECUTE FUNCTION count_spins();

CREATE FUNCTION recount() RETURNS void LANGUAGE sql AS $$
    DELETE FROM hourly;
    INSERT INTO hourly SELECT station, hour_of(wall_ns), count(*)
    FROM coup WHERE decided IS NOT NULL AND voided IS NULL GROUP BY 1, 2;
    DELETE FROM hourly_fault;
    INSERT INTO hourly_fault SELECT station, hour_of(wall_ns), rule, count(*) FROM fault GROUP BY 1, 2, 3;
    DELETE FROM numbers;
    INSERT INTO numbers SELECT wheel_of(spin), date_trunc('day', to_timestamp(wall_ns / 1e9)), number, count(*)
    FROM spin GROUP BY 1, 2, 3
$$;

CREATE TABLE pulse (                    -- the collector lives: one row
    one         INTEGER PRIMARY KEY CHECK (one = 1),
    at          TIMESTAMPTZ NOT NULL,
    broker_lost TIMESTAMPTZ             -- since when it has no broker; NULL: it has one
);

CREATE TABLE seen (                     -- somebody has seen an alert; that clears no cause
    id    BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    cause TEXT NOT NULL,                -- the key of the alert on the page
    by    TEXT NOT NULL,                -- a pseudonym and the role
    word  TEXT NOT NULL,
    at    TIMESTAMPTZ NOT NULL
);
CREATE INDEX seen_by_cause ON seen (cause);
