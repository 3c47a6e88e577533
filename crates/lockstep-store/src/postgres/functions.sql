-- The functions of SQLite that the statements use and PostgreSQL lacks.
-- PostgreSQL puts the text of a function into a statement only if the functions that it calls change as seldom as the
-- function says; each other call takes as long as a statement. So there is one of constants for each type of a column, and those
-- that convert texts are STABLE, as `convert_to` is.
CREATE OR REPLACE FUNCTION typeof(anyelement) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN $1 IS NULL THEN 'null' ELSE CASE pg_catalog.pg_typeof($1)::oid
        WHEN 20 THEN 'integer' WHEN 23 THEN 'integer' WHEN 21 THEN 'integer' WHEN 16 THEN 'integer'
        WHEN 1700 THEN 'integer' WHEN 701 THEN 'real' WHEN 17 THEN 'blob' ELSE 'text' END END $$;
CREATE OR REPLACE FUNCTION typeof(bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN $1 IS NULL THEN 'null' ELSE 'integer' END $$;
CREATE OR REPLACE FUNCTION typeof(integer) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN $1 IS NULL THEN 'null' ELSE 'integer' END $$;
CREATE OR REPLACE FUNCTION typeof(smallint) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN $1 IS NULL THEN 'null' ELSE 'integer' END $$;
CREATE OR REPLACE FUNCTION typeof(boolean) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN $1 IS NULL THEN 'null' ELSE 'integer' END $$;
CREATE OR REPLACE FUNCTION typeof(numeric) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN $1 IS NULL THEN 'null' ELSE 'integer' END $$;
CREATE OR REPLACE FUNCTION typeof(double precision) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN $1 IS NULL THEN 'null' ELSE 'real' END $$;
CREATE OR REPLACE FUNCTION typeof(text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN $1 IS NULL THEN 'null' ELSE 'text' END $$;
CREATE OR REPLACE FUNCTION typeof(bytea) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN $1 IS NULL THEN 'null' ELSE 'blob' END $$;
CREATE OR REPLACE FUNCTION hex(text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT pg_catalog.upper(pg_catalog.encode(pg_catalog.convert_to($1, 'UTF8'), 'hex')) $$;
CREATE OR REPLACE FUNCTION hex(bytea) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT pg_catalog.upper(pg_catalog.encode($1, 'hex')) $$;
CREATE OR REPLACE FUNCTION as_blob(text) RETURNS bytea LANGUAGE sql STABLE AS $$
    SELECT pg_catalog.convert_to($1, 'UTF8') $$;
CREATE OR REPLACE FUNCTION as_blob(bytea) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$ SELECT $1 $$;
CREATE OR REPLACE FUNCTION as_blob(bigint) RETURNS bytea LANGUAGE sql STABLE AS $$
    SELECT pg_catalog.convert_to($1::text, 'UTF8') $$;
CREATE OR REPLACE FUNCTION as_text(text) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT $1 $$;
CREATE OR REPLACE FUNCTION as_text(bytea) RETURNS text LANGUAGE sql STABLE AS $$
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
-- Words as FTS5's tokenizer finds them: without case and diacritics; a final sigma is a sigma. The second value has the
-- characters beside letters and digits that belong to words, as `tokenchars`. The collation of the database tells what a
-- letter is; that of the columns knows the letters of ASCII alone.
CREATE OR REPLACE FUNCTION search_parts(text, text) RETURNS TABLE (word text, place bigint) LANGUAGE sql IMMUTABLE AS $$
    SELECT pg_catalog.left(part.word, 400), part.place FROM pg_catalog.regexp_split_to_table(
        pg_catalog.translate(pg_catalog.regexp_replace(
            pg_catalog.lower(pg_catalog.normalize($1 COLLATE "default", 'NFKD')), '[\u0300-\u036f]', '', 'g'), 'ς', 'σ'),
        '[^[:alnum:]' || $2 || ']+') WITH ORDINALITY AS part(word, place)
    WHERE part.word <> '' $$;
CREATE OR REPLACE FUNCTION search_words(text, text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE SET search_path FROM CURRENT AS $$ BEGIN
    RETURN coalesce((SELECT pg_catalog.string_agg('''' || word || ''':' || least(place, 16383), ' ')::tsvector
        FROM search_parts($1, $2)), ''::tsvector); END $$;
-- The words of a text in their order; the last may be the beginning of a word.
CREATE OR REPLACE FUNCTION search_phrase(text, text, boolean) RETURNS tsquery LANGUAGE plpgsql IMMUTABLE SET search_path FROM CURRENT AS $$ BEGIN
    RETURN coalesce((SELECT (pg_catalog.string_agg('''' || word || '''', ' <-> ' ORDER BY place)
        || CASE WHEN $3 THEN ':*' ELSE '' END)::tsquery FROM search_parts($1, $2)), ''::tsquery); END $$;
-- Earlier versions had one set of characters for every table. The words of their rows are computed again.
DO $$ DECLARE earlier record; BEGIN
    FOR earlier IN
        -- The expressions of other schemas must not be read: one that is being removed has lost its functions.
        WITH own AS MATERIALIZED (
            SELECT c.relname, d.adbin, d.adrelid FROM pg_catalog.pg_class c
            JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid
            JOIN pg_catalog.pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
            WHERE c.relnamespace = pg_catalog.current_schema()::regnamespace AND a.attname = 'words' AND a.attgenerated = 's')
        SELECT relname AS name, pg_catalog.pg_get_expr(adbin, adrelid) AS words FROM own
        WHERE pg_catalog.pg_get_expr(adbin, adrelid) ~ 'search_words\(\w+\)'
    LOOP
        EXECUTE pg_catalog.format('ALTER TABLE %I DROP COLUMN words', earlier.name);
        EXECUTE pg_catalog.format('ALTER TABLE %I ADD COLUMN words tsvector GENERATED ALWAYS AS (%s) STORED', earlier.name,
            pg_catalog.regexp_replace(earlier.words, 'search_words\((\w+)\)', pg_catalog.format('search_words(\1, %L)',
                CASE earlier.name WHEN 'audit_text' THEN '_' ELSE '' END), 'g'));
        EXECUTE pg_catalog.format('CREATE INDEX %I ON %I USING gin(words)', earlier.name || '_words', earlier.name);
    END LOOP; END $$;
DROP FUNCTION IF EXISTS search_phrase(text, boolean), search_words(text), search_parts(text);

-- The last committed transaction of the connection that writes, which reads it if it was lost during a commit.
CREATE TABLE IF NOT EXISTS commit_mark(
    single BOOLEAN NOT NULL PRIMARY KEY DEFAULT TRUE CHECK (single), mark UUID NOT NULL);
INSERT INTO commit_mark(mark) VALUES (pg_catalog.gen_random_uuid()) ON CONFLICT DO NOTHING;

-- The same for each connection that writes for single accounts.
CREATE TABLE IF NOT EXISTS account_writer_mark(writer INTEGER NOT NULL PRIMARY KEY, mark UUID NOT NULL);
