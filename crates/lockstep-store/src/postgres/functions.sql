-- The functions of SQLite that the statements use and PostgreSQL lacks.
CREATE OR REPLACE FUNCTION typeof(anyelement) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN $1 IS NULL THEN 'null' ELSE CASE pg_catalog.pg_typeof($1)::oid
        WHEN 20 THEN 'integer' WHEN 23 THEN 'integer' WHEN 21 THEN 'integer' WHEN 16 THEN 'integer'
        WHEN 1700 THEN 'integer' WHEN 701 THEN 'real' WHEN 17 THEN 'blob' ELSE 'text' END END $$;
CREATE OR REPLACE FUNCTION hex(text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT pg_catalog.upper(pg_catalog.encode(pg_catalog.convert_to($1, 'UTF8'), 'hex')) $$;
CREATE OR REPLACE FUNCTION hex(bytea) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT pg_catalog.upper(pg_catalog.encode($1, 'hex')) $$;
CREATE OR REPLACE FUNCTION as_blob(text) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
    SELECT pg_catalog.convert_to($1, 'UTF8') $$;
CREATE OR REPLACE FUNCTION as_blob(bytea) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$ SELECT $1 $$;
CREATE OR REPLACE FUNCTION as_blob(bigint) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
    SELECT pg_catalog.convert_to($1::text, 'UTF8') $$;
CREATE OR REPLACE FUNCTION as_text(text) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT $1 $$;
CREATE OR REPLACE FUNCTION as_text(bytea) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT pg_catalog.convert_from($1, 'UTF8') $$;
CREATE OR REPLACE FUNCTION as_text(bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT $1::text $$;
CREATE OR REPLACE FUNCTION instr(text, text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
    SELECT pg_catalog.strpos($1, $2) $$;
CREATE OR REPLACE FUNCTION zeroblob(bigint) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
    SELECT pg_catalog.decode(pg_catalog.repeat('00', $1::integer), 'hex') $$;
-- Only the parts of a time that the statements ask for.
CREATE OR REPLACE FUNCTION strftime(text, bigint, text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT pg_catalog.to_char(pg_catalog.to_timestamp($2) AT TIME ZONE 'UTC',
        CASE $1 WHEN '%Y' THEN 'YYYY' WHEN '%m' THEN 'MM' WHEN '%d' THEN 'DD' END) $$;
-- Words as FTS5's tokenizer finds them: without case and diacritics; `_` belongs to a word. The collation of the
-- database tells what a letter is; that of the columns knows the letters of ASCII alone.
CREATE OR REPLACE FUNCTION search_parts(text) RETURNS TABLE (word text, place bigint) LANGUAGE sql IMMUTABLE AS $$
    SELECT pg_catalog.left(part.word, 400), part.place FROM pg_catalog.regexp_split_to_table(
        pg_catalog.regexp_replace(pg_catalog.lower(pg_catalog.normalize($1 COLLATE "default", 'NFKD')),
            '[\u0300-\u036f]', '', 'g'),
        '[^[:alnum:]_]+') WITH ORDINALITY AS part(word, place)
    WHERE part.word <> '' $$;
CREATE OR REPLACE FUNCTION search_words(text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE SET search_path FROM CURRENT AS $$ BEGIN
    RETURN coalesce((SELECT pg_catalog.string_agg('''' || word || ''':' || least(place, 16383), ' ')::tsvector
        FROM search_parts($1)), ''::tsvector); END $$;
-- The words of a text in their order; the last may be the beginning of a word.
CREATE OR REPLACE FUNCTION search_phrase(text, boolean) RETURNS tsquery LANGUAGE plpgsql IMMUTABLE SET search_path FROM CURRENT AS $$ BEGIN
    RETURN coalesce((SELECT (pg_catalog.string_agg('''' || word || '''', ' <-> ' ORDER BY place)
        || CASE WHEN $2 THEN ':*' ELSE '' END)::tsquery FROM search_parts($1)), ''::tsquery); END $$;

-- The last committed transaction of the connection that writes, which reads it if it was lost during a commit.
CREATE TABLE IF NOT EXISTS commit_mark(
    single BOOLEAN NOT NULL PRIMARY KEY DEFAULT TRUE CHECK (single), mark UUID NOT NULL);
INSERT INTO commit_mark(mark) VALUES (pg_catalog.gen_random_uuid()) ON CONFLICT DO NOTHING;
