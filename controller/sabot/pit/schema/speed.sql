-- What is only for speed, and follows from how the tables are asked.

-- An act that is taken back asks for annulments after it: without this index, for every coup of the journal.
CREATE INDEX coup_by_void ON coup (station, course, voided) WHERE voided IS NOT NULL;
