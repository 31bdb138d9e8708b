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
DROP INDEX "Review_shopId_rate_createdAt_id_idx";
DROP INDEX "Review_shopId_source_createdAt_id_idx";
DROP INDEX "Review_shopId_hasMedia_createdAt_id_idx";

-- CreateIndex
CREATE INDEX "Review_facet_idx" ON "Review" ("shopId", "facet", "createdAt" DESC, "id" DESC);
CREATE INDEX "Review_product_facet_idx" ON "Review" ("shopId", "productId", "facet", "createdAt" DESC, "id" DESC);

-- What of a text has no trigram: each character that is not ASCII, each pair with one, and the pair of ASCII characters in front of
-- one. Chinese, Japanese and Korean are found by these; with the trigrams every pair of letters is.
CREATE FUNCTION candor_grams(value text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  IF octet_length(value) = char_length(value) THEN RETURN '{}'; END IF;
  -- Long stretches of ASCII are taken out first, but for what touches other characters.
  RETURN ARRAY(
    SELECT DISTINCT gram.one FROM (
      SELECT c, ascii(c) > 127 AS far, lead(c) OVER place AS c2, ascii(lead(c) OVER place) > 127 AS far2, ascii(lead(c, 2) OVER place) > 127 AS far3
      FROM unnest(string_to_array(regexp_replace(value, '([\x01-\x7f])[\x01-\x7f]+([\x01-\x7f]{2})', '\1 \2', 'g'), NULL)) WITH ORDINALITY AS letters(c, at)
      WINDOW place AS (ORDER BY at)
    ) letter CROSS JOIN LATERAL (VALUES (CASE WHEN far THEN c END), (CASE WHEN far OR far2 OR far3 THEN c || c2 END)) gram(one)
    WHERE gram.one IS NOT NULL);
END
$$;
CREATE INDEX "Review_grams_idx" ON "Review" USING GIN ("shopId" uuid_ops, candor_grams("searchText"));

-- The next reviews of a shop in which a term is found, between two places of the order. LIKE is not leakproof either, so the owner
-- looks it up; whoever was told another shop gets nothing, as by the policies. First the next few thousand rows are looked through, as
-- a common term fills a page there; the indexes of terms find what is left, which is rare.
CREATE FUNCTION candor_search(
  shop uuid, term text, facets smallint[], products uuid[], is_edited boolean,
  low_at timestamptz, low_id uuid, high_at timestamptz, high_id uuid, newest boolean, most integer
) RETURNS TABLE (id uuid, "createdAt" timestamptz) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
#variable_conflict use_column
DECLARE
  way text := CASE WHEN newest THEN 'DESC' ELSE 'ASC' END;
  pattern text := '%' || regexp_replace(term, '([\\%_])', '\\\1', 'g') || '%';
  grams text[] := candor_grams(term);
  -- Whoever counts asks for thousands.
  looked constant integer := greatest(1500, 3 * most);
  found integer := 0;
  chosen text := '';
  likely text := '';
  at_last timestamptz;
  id_last uuid;
BEGIN
  IF current_setting('role', true) = 'candor_app' AND shop IS DISTINCT FROM nullif(current_setting('app.shop', true), '')::uuid THEN
    RETURN;
  END IF;
  IF facets IS NOT NULL THEN chosen := chosen || format(' AND r.facet = ANY (%L::smallint[])', facets); END IF;
  IF products IS NOT NULL THEN chosen := chosen || format(' AND r."productId" = ANY (%L::uuid[])', products); END IF;
  IF is_edited IS NOT NULL THEN chosen := chosen || format(' AND r.edited = %L', is_edited); END IF;

  IF products IS NULL THEN
    RETURN QUERY EXECUTE format(
      'SELECT r.id, r."createdAt" FROM (
         SELECT * FROM "Review" WHERE "shopId" = %L AND ("createdAt", "id") > (%L::timestamptz, %L::uuid) AND ("createdAt", "id") < (%L::timestamptz, %L::uuid)
         ORDER BY "createdAt" %8$s, "id" %8$s LIMIT %10$s) r
       WHERE r."searchText" LIKE %6$L %7$s ORDER BY r."createdAt" %8$s, r.id %8$s LIMIT %9$s',
      shop, low_at, low_id, high_at, high_id, pattern, chosen, way, most, looked);
    GET DIAGNOSTICS found = ROW_COUNT;
    IF found >= most THEN RETURN; END IF;
    EXECUTE format(
      'SELECT r."createdAt", r.id FROM "Review" r WHERE r."shopId" = %L AND (r."createdAt", r.id) > (%L::timestamptz, %L::uuid) AND (r."createdAt", r.id) < (%L::timestamptz, %L::uuid)
       ORDER BY r."createdAt" %6$s, r.id %6$s OFFSET %7$s LIMIT 1', shop, low_at, low_id, high_at, high_id, way, looked - 1) INTO at_last, id_last;
    IF id_last IS NULL THEN RETURN; END IF;
    IF newest THEN high_at := at_last; high_id := id_last; ELSE low_at := at_last; low_id := id_last; END IF;
  END IF;

  -- Two letters have no trigram: LIKE would read the whole index, so these are compared with the rows only.
  likely := CASE WHEN char_length(term) > 2 THEN format('r."searchText" LIKE %L', pattern) ELSE format('strpos(r."searchText", %L) > 0', term) END;
  IF cardinality(grams) > 0 THEN
    likely := likely || format(' AND candor_grams(r."searchText") @> %L::text[]', grams);
  ELSIF term ~ '^[a-z0-9]{2}$' THEN
    -- A pair is followed by a letter or a sign of ASCII, by the end, or by another character, in front of which it is a gram.
    likely := format('(r."searchText" ~ %L OR r."searchText" LIKE %L OR candor_grams(r."searchText") @> %L::text[])', term || '[\x01-\x7f]', '%' || term, ARRAY[term]);
  END IF;
  RETURN QUERY EXECUTE format(
    'WITH found AS MATERIALIZED (
       SELECT r.id, r."createdAt" FROM "Review" r
       WHERE r."shopId" = %L AND (r."createdAt", r.id) > (%L::timestamptz, %L::uuid) AND (r."createdAt", r.id) < (%L::timestamptz, %L::uuid)
         AND %6$s %7$s)
     SELECT f.id, f."createdAt" FROM found f ORDER BY f."createdAt" %8$s, f.id %8$s LIMIT %9$s',
    shop, low_at, low_id, high_at, high_id, likely, chosen, way, most - found);
END
$$;
