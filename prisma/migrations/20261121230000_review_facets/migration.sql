-- Lists and search stay quick in a shop of a million reviews, under row-level security (docs/decisions/0023).

-- Status, stars, source, media and verification as one small number: under row-level security PostgreSQL looks up by operators
-- that are marked leakproof only, which those of enums are not and those of smallint are. server/reviews/facets.ts makes the same number.
ALTER TABLE "Review" ADD COLUMN "facet" SMALLINT GENERATED ALWAYS AS (((((
    (CASE "status" WHEN 'published' THEN 0 WHEN 'pending' THEN 1 WHEN 'hidden' THEN 2 WHEN 'rejected' THEN 3 ELSE 4 END) * 5
    + "rate" - 1) * 16
    + (CASE "source" WHEN 'imported' THEN 0 WHEN 'amazon' THEN 1 WHEN 'cjdropshipping' THEN 2 WHEN 'aliexpress' THEN 3 WHEN 'shopee' THEN 4
      WHEN 'customer' THEN 5 WHEN 'guest' THEN 6 ELSE 7 END)) * 2
    + (CASE WHEN "hasMedia" THEN 1 ELSE 0 END)) * 2
    + (CASE WHEN "verifiedBy" = 'none' THEN 0 ELSE 1 END))::smallint) STORED;

-- DropIndex
DROP INDEX "Review_shopId_status_rate_createdAt_id_idx";
DROP INDEX "Review_shopId_source_createdAt_id_idx";

-- CreateIndex
CREATE INDEX "Review_facet_idx" ON "Review" ("shopId", "facet", "createdAt" DESC, "id" DESC);
CREATE INDEX "Review_product_facet_idx" ON "Review" ("shopId", "productId", "facet", "createdAt" DESC, "id" DESC);

-- Sixteen hash partitions by shopId, as the reviews have.
CREATE OR REPLACE FUNCTION pg_temp.partitions(parent text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  FOR part IN 0..15 LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES WITH (MODULUS 16, REMAINDER %s)', parent || '_p' || part, parent, part);
  END LOOP;
END $$;

-- What search looks up, apart from the reviews: a change of a review's status would enter its text into the indexes of terms once more.
CREATE TABLE "ReviewSearch" (
    "shopId" UUID NOT NULL,
    "reviewId" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "searchText" TEXT NOT NULL,

    CONSTRAINT "ReviewSearch_pkey" PRIMARY KEY ("shopId","reviewId")
) PARTITION BY HASH ("shopId");
SELECT pg_temp.partitions('ReviewSearch');
INSERT INTO "ReviewSearch" SELECT "shopId", "id", "createdAt", "searchText" FROM "Review";
ALTER TABLE "ReviewSearch" ADD CONSTRAINT "ReviewSearch_shopId_reviewId_fkey" FOREIGN KEY ("shopId", "reviewId") REFERENCES "Review"("shopId", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "ReviewSearch" ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_shop ON "ReviewSearch" USING ("shopId" = nullif(current_setting('app.shop', true), '')::uuid);
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'candor_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "ReviewSearch" TO candor_app;
  END IF;
END $$;

CREATE FUNCTION candor_search_enter() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO "ReviewSearch" SELECT "shopId", "id", "createdAt", "searchText" FROM fresh;
  RETURN NULL;
END
$$;
CREATE TRIGGER search_enter AFTER INSERT ON "Review" REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION candor_search_enter();

CREATE FUNCTION candor_search_follow() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE "ReviewSearch" SET "createdAt" = NEW."createdAt", "searchText" = NEW."searchText" WHERE "shopId" = NEW."shopId" AND "reviewId" = NEW."id";
  RETURN NULL;
END
$$;
CREATE TRIGGER search_follow AFTER UPDATE OF "searchText", "createdAt" ON "Review" FOR EACH ROW
  WHEN (OLD."searchText" IS DISTINCT FROM NEW."searchText" OR OLD."createdAt" <> NEW."createdAt") EXECUTE FUNCTION candor_search_follow();

-- DropIndex
DROP INDEX "Review_search_idx";

-- CreateIndex
CREATE INDEX "ReviewSearch_text_idx" ON "ReviewSearch" USING GIN ("shopId" uuid_ops, "searchText" gin_trgm_ops);

-- What of a text has no trigram: each character that is not ASCII, each pair with one, the pair of ASCII characters in front of
-- one, and of ASCII what most texts lack, which are signs and four letters. Chinese, Japanese and Korean are found by these.
CREATE FUNCTION candor_grams(value text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  rare text[] := ARRAY(SELECT c FROM unnest(ARRAY['!','"','#','$','%','&','(',')','*','+','/',':',';','<','=','>','?','[','\',']','^','_','`','{','|','}','~','j','q','x','z']) c WHERE strpos(value, c) > 0);
BEGIN
  IF octet_length(value) = char_length(value) THEN RETURN rare; END IF;
  -- Long stretches of ASCII are taken out first, but for what touches other characters.
  RETURN rare || ARRAY(
    SELECT DISTINCT gram.one FROM (
      SELECT c, ascii(c) > 127 AS far, lead(c) OVER place AS c2, ascii(lead(c) OVER place) > 127 AS far2, ascii(lead(c, 2) OVER place) > 127 AS far3
      FROM unnest(string_to_array(regexp_replace(value, '([\x01-\x7f])[\x01-\x7f]+([\x01-\x7f]{2})', '\1 \2', 'g'), NULL)) WITH ORDINALITY AS letters(c, at)
      WINDOW place AS (ORDER BY at)
    ) letter CROSS JOIN LATERAL (VALUES (CASE WHEN far THEN c END), (CASE WHEN far OR far2 OR far3 THEN c || c2 END)) gram(one)
    WHERE gram.one IS NOT NULL);
END
$$;
CREATE INDEX "ReviewSearch_grams_idx" ON "ReviewSearch" USING GIN ("shopId" uuid_ops, candor_grams("searchText"));

-- The next reviews of a shop in which a term is found, between two places of the order. LIKE is not leakproof either, so the owner
-- looks it up; whoever may not read a shop's rows gets nothing, as by the policies. First the next few rows are looked through, and more of
-- them where the term is among these, as it then fills a page soon; the indexes of terms find what is left, which is rare.
-- Facets: null for all but the trash.
CREATE FUNCTION candor_search(
  shop uuid, term text, facets smallint[], products uuid[], is_edited boolean,
  low_at timestamptz, low_id uuid, high_at timestamptz, high_id uuid, newest boolean, most integer
) RETURNS TABLE (id uuid, "createdAt" timestamptz) LANGUAGE plpgsql STABLE SECURITY DEFINER AS $$
#variable_conflict use_column
DECLARE
  way text := CASE WHEN newest THEN 'DESC' ELSE 'ASC' END;
  pattern text := '%' || regexp_replace(term, '([\\%_])', '\\\1', 'g') || '%';
  grams text[] := candor_grams(term);
  few constant integer := 5000;
  looked integer;
  just integer := 0;
  found integer := 0;
  chosen text := '';
  likely text := '';
  at_last timestamptz;
  id_last uuid;
BEGIN
  -- Any shop is open to the owner of the tables as himself; whoever else asks, or asks as another, gets his own.
  IF NOT (session_user = current_user AND current_setting('role', true) IN ('none', current_user)) AND shop IS DISTINCT FROM nullif(current_setting('app.shop', true), '')::uuid THEN
    RETURN;
  END IF;
  chosen := CASE WHEN facets IS NULL THEN ' AND r.status <> ''deleted''' ELSE format(' AND r.facet = ANY (%L::smallint[])', facets) END;
  IF products IS NOT NULL THEN chosen := chosen || format(' AND r."productId" = ANY (%L::uuid[])', products); END IF;
  IF is_edited IS NOT NULL THEN chosen := chosen || format(' AND r.edited = %L', is_edited); END IF;

  -- What else is asked may leave so few that their texts are soon read.
  IF facets IS NOT NULL OR products IS NOT NULL THEN
    EXECUTE format(
      'SELECT count(*) FROM (SELECT FROM "Review" r WHERE r."shopId" = %L AND (r."createdAt", r.id) > (%L::timestamptz, %L::uuid) AND (r."createdAt", r.id) < (%L::timestamptz, %L::uuid) %s LIMIT %s) k',
      shop, low_at, low_id, high_at, high_id, chosen, few) INTO just;
    IF just < few THEN
      RETURN QUERY EXECUTE format(
        'WITH chosen AS MATERIALIZED (
           SELECT r.id, r."createdAt", r."searchText" FROM "Review" r
           WHERE r."shopId" = %L AND (r."createdAt", r.id) > (%L::timestamptz, %L::uuid) AND (r."createdAt", r.id) < (%L::timestamptz, %L::uuid) %6$s)
         SELECT c.id, c."createdAt" FROM chosen c WHERE c."searchText" LIKE %7$L ORDER BY c."createdAt" %8$s, c.id %8$s LIMIT %9$s',
        shop, low_at, low_id, high_at, high_id, chosen, pattern, way, most);
      RETURN;
    END IF;
  END IF;

  -- Whoever counts asks for thousands.
  FOREACH looked IN ARRAY CASE WHEN products IS NULL THEN ARRAY[greatest(200, 3 * most), 2000] ELSE ARRAY[]::integer[] END LOOP
    RETURN QUERY EXECUTE format(
      'SELECT r.id, r."createdAt" FROM (
         SELECT * FROM "Review" WHERE "shopId" = %L AND ("createdAt", "id") > (%L::timestamptz, %L::uuid) AND ("createdAt", "id") < (%L::timestamptz, %L::uuid)
         ORDER BY "createdAt" %8$s, "id" %8$s LIMIT %10$s) r
       WHERE r."searchText" LIKE %6$L %7$s ORDER BY r."createdAt" %8$s, r.id %8$s LIMIT %9$s',
      shop, low_at, low_id, high_at, high_id, pattern, chosen, way, most - found, looked);
    GET DIAGNOSTICS just = ROW_COUNT;
    found := found + just;
    IF found >= most THEN RETURN; END IF;
    EXECUTE format(
      'SELECT r."createdAt", r.id FROM "Review" r WHERE r."shopId" = %L AND (r."createdAt", r.id) > (%L::timestamptz, %L::uuid) AND (r."createdAt", r.id) < (%L::timestamptz, %L::uuid)
       ORDER BY r."createdAt" %6$s, r.id %6$s OFFSET %7$s LIMIT 1', shop, low_at, low_id, high_at, high_id, way, looked - 1) INTO at_last, id_last;
    IF id_last IS NULL THEN RETURN; END IF;
    IF newest THEN high_at := at_last; high_id := id_last; ELSE low_at := at_last; low_id := id_last; END IF;
    EXIT WHEN just = 0;
  END LOOP;

  -- Less than three letters on end have no trigram: LIKE would read the whole index, so these are compared with the rows only.
  likely := CASE WHEN term ~ '[a-z0-9]{3}' THEN format('s."searchText" LIKE %L', pattern) ELSE format('strpos(s."searchText", %L) > 0', term) END;
  IF term ~ '^[a-z0-9]{2}$' THEN
    -- A pair is followed by a letter or a sign of ASCII, by the end, or by another character, in front of which it is a gram.
    likely := format('(s."searchText" ~ %L OR s."searchText" LIKE %L OR candor_grams(s."searchText") @> %L::text[])', term || '[\x01-\x7f]', '%' || term, ARRAY[term]);
  ELSIF cardinality(grams) > 0 AND (octet_length(term) > char_length(term) OR term !~ '[a-z0-9]{3}') THEN
    likely := likely || format(' AND candor_grams(s."searchText") @> %L::text[]', grams);
  END IF;
  -- Newest first (or last) as they are wanted, the reviews are asked one by one until there are enough.
  RETURN QUERY EXECUTE format(
    'WITH found AS MATERIALIZED (
       SELECT s."reviewId" AS id, s."createdAt" FROM "ReviewSearch" s
       WHERE s."shopId" = %1$L AND (s."createdAt", s."reviewId") > (%2$L::timestamptz, %3$L::uuid) AND (s."createdAt", s."reviewId") < (%4$L::timestamptz, %5$L::uuid)
         AND %6$s)
     SELECT r.id, r."createdAt" FROM (SELECT * FROM found ORDER BY "createdAt" %8$s, id %8$s) f
     CROSS JOIN LATERAL (SELECT r.id, r."createdAt" FROM "Review" r WHERE r."shopId" = %1$L AND r.id = f.id %7$s OFFSET 0) r
     ORDER BY f."createdAt" %8$s, f.id %8$s LIMIT %9$s',
    shop, low_at, low_id, high_at, high_id, likely, chosen, way, most - found);
END
$$;

-- It runs as the owner: what a caller makes in the temporary schema must not come before the tables, and not everybody may call it.
DO $$
DECLARE
  search regprocedure := 'candor_search(uuid, text, smallint[], uuid[], boolean, timestamptz, uuid, timestamptz, uuid, boolean, integer)'::regprocedure;
BEGIN
  EXECUTE format('ALTER FUNCTION %s SET search_path = pg_catalog, %I, pg_temp', search, current_schema());
  EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', search);
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'candor_app') THEN
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO candor_app', search);
  END IF;
END $$;
