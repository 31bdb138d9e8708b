-- Shoppers search, filter, vote about and report reviews (docs/decisions/0052).

-- Sixteen hash partitions by shopId, as the reviews have.
CREATE OR REPLACE FUNCTION pg_temp.partitions(parent text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  FOR part IN 0..15 LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES WITH (MODULUS 16, REMAINDER %s)', parent || '_p' || part, parent, part);
  END LOOP;
END $$;

-- AlterTable
ALTER TABLE "Review" ADD COLUMN     "helpful" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "openReports" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "unhelpful" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "ReviewVote" (
    "shopId" UUID NOT NULL,
    "reviewId" UUID NOT NULL,
    "visitor" TEXT NOT NULL,
    "helpful" BOOLEAN NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ReviewVote_pkey" PRIMARY KEY ("shopId","reviewId","visitor")
) PARTITION BY HASH ("shopId");
SELECT pg_temp.partitions('ReviewVote');

-- CreateTable
CREATE TABLE "ReviewReport" (
    "shopId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "reviewId" UUID NOT NULL,
    "visitor" TEXT,
    "reason" TEXT NOT NULL,
    "text" TEXT NOT NULL DEFAULT '',
    "email" TEXT NOT NULL DEFAULT '',
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "decision" TEXT,
    "decidedAt" TIMESTAMPTZ(3),

    CONSTRAINT "ReviewReport_pkey" PRIMARY KEY ("shopId","id")
);

-- CreateIndex
CREATE INDEX "ReviewVote_createdAt_idx" ON "ReviewVote"("createdAt");

-- CreateIndex
CREATE INDEX "ReviewReport_decidedAt_idx" ON "ReviewReport"("decidedAt");

-- CreateIndex
CREATE UNIQUE INDEX "ReviewReport_shopId_reviewId_visitor_key" ON "ReviewReport"("shopId", "reviewId", "visitor");

-- AddForeignKey
ALTER TABLE "ReviewVote" ADD CONSTRAINT "ReviewVote_shopId_reviewId_fkey" FOREIGN KEY ("shopId", "reviewId") REFERENCES "Review"("shopId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReviewReport" ADD CONSTRAINT "ReviewReport_shopId_reviewId_fkey" FOREIGN KEY ("shopId", "reviewId") REFERENCES "Review"("shopId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['ReviewVote', 'ReviewReport'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY one_shop ON %I USING ("shopId" = nullif(current_setting(''app.shop'', true), '''')::uuid)', name);
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'candor_app') THEN
      EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO candor_app', name);
    END IF;
  END LOOP;
END $$;

-- What the storefront's filters and orders read. Each holds only the published reviews that have such a value, of which most shops have few.
CREATE INDEX "Review_helpful_idx" ON "Review" ("shopId", "productId", "helpful" DESC, "createdAt" DESC, "id" DESC) WHERE "status" = 'published' AND "helpful" > 0;
CREATE INDEX "Review_shop_helpful_idx" ON "Review" ("shopId", "helpful" DESC, "createdAt" DESC, "id" DESC) WHERE "status" = 'published' AND "helpful" > 0;
CREATE INDEX "Review_language_idx" ON "Review" ("shopId", "productId", "language", "createdAt" DESC, "id" DESC) WHERE "status" = 'published' AND "language" IS NOT NULL;
CREATE INDEX "Review_shop_language_idx" ON "Review" ("shopId", "language", "createdAt" DESC, "id" DESC) WHERE "status" = 'published' AND "language" IS NOT NULL;
CREATE INDEX "Review_variant_idx" ON "Review" ("shopId", "productId", "variantTitle", "createdAt" DESC, "id" DESC) WHERE "status" = 'published' AND "variantTitle" <> '';
-- What the merchant's list of reported reviews reads.
CREATE INDEX "Review_reported_idx" ON "Review" ("shopId", "createdAt" DESC, "id" DESC) WHERE "openReports" > 0;

-- The next published reviews of a product, or of a shop, whose title and text hold all words, between two places of the order. Unlike
-- candor_search it never looks at names and addresses: title and text are the beginning of the searched text. First the next rows are
-- looked through; where these are not enough, the indexes of terms find what is left for the first word, which should be the longest.
CREATE FUNCTION candor_search_shown(
  shop uuid, words text[], facets smallint[], product uuid, a_language text, a_variant text, unvoted boolean,
  low_at timestamptz, low_id uuid, high_at timestamptz, high_id uuid, newest boolean, most integer
) RETURNS TABLE (id uuid, "createdAt" timestamptz) LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 50 AS $$
#variable_conflict use_column
DECLARE
  way text := CASE WHEN newest THEN 'DESC' ELSE 'ASC' END;
  looked constant integer := 1000;
  term text := words[1];
  pattern text := '%' || regexp_replace(term, '([\\%_])', '\\\1', 'g') || '%';
  grams text[];
  owned text := CASE WHEN product IS NULL THEN '' ELSE format(' AND r."productId" = %L', product) END;
  chosen text := '';
  -- Title and text as the searched text writes them.
  text_of constant text := 'left(r."searchText", char_length(r.title) + char_length(r.content) + (r.title <> '''' AND r.content <> '''')::int)';
  likely text;
  word text;
  found integer := 0;
  at_last timestamptz;
  id_last uuid;
BEGIN
  -- Any shop is open to the owner of the tables as himself; whoever else asks, or asks as another, gets his own.
  IF NOT (session_user = current_user AND current_setting('role', true) IN ('none', current_user)) AND shop IS DISTINCT FROM nullif(current_setting('app.shop', true), '')::uuid THEN
    RETURN;
  END IF;
  IF facets IS NOT NULL THEN chosen := chosen || format(' AND r.facet = ANY (%L::smallint[])', facets); END IF;
  IF a_language IS NOT NULL THEN chosen := chosen || format(' AND r.language = %L', a_language); END IF;
  IF a_variant IS NOT NULL THEN chosen := chosen || format(' AND r."variantTitle" = %L', a_variant); END IF;
  IF unvoted THEN chosen := chosen || ' AND r.helpful = 0'; END IF;
  FOREACH word IN ARRAY words LOOP chosen := chosen || format(' AND strpos(%s, %L) > 0', text_of, word); END LOOP;

  RETURN QUERY EXECUTE format(
    'SELECT r.id, r."createdAt" FROM (
       SELECT * FROM "Review" r WHERE r."shopId" = %1$L %2$s AND r.status = ''published'' AND (r."createdAt", r.id) > (%3$L::timestamptz, %4$L::uuid) AND (r."createdAt", r.id) < (%5$L::timestamptz, %6$L::uuid)
       ORDER BY r."createdAt" %7$s, r.id %7$s LIMIT %8$s) r
     WHERE true %9$s ORDER BY r."createdAt" %7$s, r.id %7$s LIMIT %10$s',
    shop, owned, low_at, low_id, high_at, high_id, way, looked, chosen, most);
  GET DIAGNOSTICS found = ROW_COUNT;
  IF found >= most THEN RETURN; END IF;
  EXECUTE format(
    'SELECT r."createdAt", r.id FROM "Review" r WHERE r."shopId" = %1$L %2$s AND r.status = ''published'' AND (r."createdAt", r.id) > (%3$L::timestamptz, %4$L::uuid) AND (r."createdAt", r.id) < (%5$L::timestamptz, %6$L::uuid)
     ORDER BY r."createdAt" %7$s, r.id %7$s OFFSET %8$s LIMIT 1',
    shop, owned, low_at, low_id, high_at, high_id, way, looked - 1) INTO at_last, id_last;
  IF id_last IS NULL THEN RETURN; END IF;
  IF newest THEN high_at := at_last; high_id := id_last; ELSE low_at := at_last; low_id := id_last; END IF;

  grams := candor_grams(term);
  likely := CASE WHEN term ~ '[a-z0-9]{3}' THEN format('s."searchText" LIKE %L', pattern) ELSE format('strpos(s."searchText", %L) > 0', term) END;
  IF term ~ '^[a-z0-9]{2}$' THEN
    likely := format('(s."searchText" ~ %L OR s."searchText" LIKE %L OR candor_grams(s."searchText") @> %L::text[])', term || '[\x01-\x7f]', '%' || term, ARRAY[term]);
  ELSIF cardinality(grams) > 0 AND (octet_length(term) > char_length(term) OR term !~ '[a-z0-9]{3}') THEN
    likely := likely || format(' AND candor_grams(s."searchText") @> %L::text[]', grams);
  END IF;
  RETURN QUERY EXECUTE format(
    'WITH found AS MATERIALIZED (
       SELECT s."reviewId" AS id, s."createdAt" FROM "ReviewSearch" s
       WHERE s."shopId" = %1$L AND (s."createdAt", s."reviewId") > (%2$L::timestamptz, %3$L::uuid) AND (s."createdAt", s."reviewId") < (%4$L::timestamptz, %5$L::uuid)
         AND %6$s)
     SELECT r.id, r."createdAt" FROM (SELECT * FROM found ORDER BY "createdAt" %8$s, id %8$s) f
     CROSS JOIN LATERAL (SELECT r.id, r."createdAt" FROM "Review" r WHERE r."shopId" = %1$L AND r.id = f.id AND r.status = ''published'' %10$s %7$s OFFSET 0) r
     ORDER BY f."createdAt" %8$s, f.id %8$s LIMIT %9$s',
    shop, low_at, low_id, high_at, high_id, likely, chosen, way, most - found, owned);
END
$$;

-- The function reads as the owner of the tables: a fixed search path, and no caller but the application.
DO $$
DECLARE
  search regprocedure := 'candor_search_shown(uuid, text[], smallint[], uuid, text, text, boolean, timestamptz, uuid, timestamptz, uuid, boolean, integer)'::regprocedure;
BEGIN
  EXECUTE format('ALTER FUNCTION %s SET search_path = pg_catalog, %I, pg_temp', search, current_schema());
  EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', search);
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'candor_app') THEN
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO candor_app', search);
  END IF;
END $$;
