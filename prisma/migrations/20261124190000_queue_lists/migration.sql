-- The request queue's lists and search stay quick in a shop of a million requests, under row-level security (docs/decisions/0045).

-- What a tab selects as one small number: the operator of SMALLINT is marked leakproof, those of enums are not.
-- server/email-queue/queue-facets.ts makes the same number.
ALTER TABLE "QueueItem" ADD COLUMN "facet" SMALLINT GENERATED ALWAYS AS ((
    CASE "status" WHEN 'waiting' THEN 0 WHEN 'sending' THEN 0 WHEN 'waitingCondition' THEN 1 WHEN 'paused' THEN 2
      WHEN 'cancelled' THEN CASE WHEN "skipReason" IS NULL THEN 3 ELSE 4 END
      WHEN 'success' THEN CASE WHEN "senderApp" = 'aem' THEN 6 ELSE 5 END
      WHEN 'opened' THEN 7 WHEN 'reviewed' THEN 8 ELSE 9 END)::smallint) STORED;

-- DropIndex
DROP INDEX "QueueItem_shopId_status_createdAt_id_idx";
DROP INDEX "QueueItem_search_idx";

-- CreateIndex
CREATE INDEX "QueueItem_facet_created_idx" ON "QueueItem"("shopId", "facet", "createdAt" DESC, "id" DESC);
CREATE INDEX "QueueItem_facet_scheduled_idx" ON "QueueItem"("shopId", "facet", "scheduledAt" DESC, "id" DESC);
CREATE INDEX "QueueItem_facet_order_idx" ON "QueueItem"("shopId", "facet", "orderNumber" DESC, "id" DESC);
-- Ranges of dates: rows lie about in the order of their times, so an index of blocks is enough and costs a change next to nothing.
CREATE INDEX "QueueItem_dates_idx" ON "QueueItem" USING BRIN ("shopId", "createdOrderAt", "fulfilledDate", "sentAt") WITH (pages_per_range = 32, autosummarize = on);

-- Where few facets occur, the planner takes each for a large part of the rows (see the migration shown_reviews).
DO $$
DECLARE
  part regclass;
BEGIN
  FOR part IN SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = '"QueueItem"'::regclass LOOP
    EXECUTE format('ALTER TABLE %s ALTER COLUMN "facet" SET (n_distinct = 200)', part);
  END LOOP;
END $$;

-- Sixteen hash partitions by shopId, as the requests have.
CREATE OR REPLACE FUNCTION pg_temp.partitions(parent text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  FOR part IN 0..15 LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES WITH (MODULUS 16, REMAINDER %s)', parent || '_p' || part, parent, part);
  END LOOP;
END $$;

-- What search looks up, apart from the requests: each change of a status would enter text and products into these indexes once more.
CREATE TABLE "QueueSearch" (
    "shopId" UUID NOT NULL,
    "queueItemId" UUID NOT NULL,
    "searchText" TEXT NOT NULL,
    "productIds" UUID[],

    CONSTRAINT "QueueSearch_pkey" PRIMARY KEY ("shopId","queueItemId")
) PARTITION BY HASH ("shopId");
SELECT pg_temp.partitions('QueueSearch');
INSERT INTO "QueueSearch" SELECT "shopId", "id", "searchText", "productIds" FROM "QueueItem";
ALTER TABLE "QueueSearch" ADD CONSTRAINT "QueueSearch_shopId_queueItemId_fkey" FOREIGN KEY ("shopId", "queueItemId") REFERENCES "QueueItem"("shopId", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "QueueSearch" ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_shop ON "QueueSearch" USING ("shopId" = nullif(current_setting('app.shop', true), '')::uuid);
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'candor_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "QueueSearch" TO candor_app;
  END IF;
END $$;
CREATE INDEX "QueueSearch_text_idx" ON "QueueSearch" USING GIN ("shopId" uuid_ops, "searchText" gin_trgm_ops);
CREATE INDEX "QueueSearch_grams_idx" ON "QueueSearch" USING GIN ("shopId" uuid_ops, candor_grams("searchText"));
CREATE INDEX "QueueSearch_products_idx" ON "QueueSearch" USING GIN ("shopId" uuid_ops, "productIds" array_ops);

CREATE FUNCTION candor_queue_enter() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO "QueueSearch" SELECT "shopId", "id", "searchText", "productIds" FROM fresh;
  RETURN NULL;
END
$$;
CREATE TRIGGER queue_enter AFTER INSERT ON "QueueItem" REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION candor_queue_enter();

CREATE FUNCTION candor_queue_follow() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE "QueueSearch" SET "searchText" = NEW."searchText", "productIds" = NEW."productIds" WHERE "shopId" = NEW."shopId" AND "queueItemId" = NEW."id";
  RETURN NULL;
END
$$;
CREATE TRIGGER queue_follow AFTER UPDATE OF "searchText", "productIds" ON "QueueItem" FOR EACH ROW
  WHEN (OLD."searchText" IS DISTINCT FROM NEW."searchText" OR OLD."productIds" IS DISTINCT FROM NEW."productIds") EXECUTE FUNCTION candor_queue_follow();

-- The requests that contain a term and have one of some products, either null for any. Null where there are more than `few`, or where
-- they are so common among the newest (or oldest) that a list in its own order soon finds enough.
CREATE FUNCTION candor_queue_matches(shop uuid, term text, products uuid[], newest boolean, few integer) RETURNS uuid[] LANGUAGE plpgsql STABLE SECURITY DEFINER AS $$
DECLARE
  way text := CASE WHEN newest THEN 'DESC' ELSE 'ASC' END;
  pattern text := '%' || regexp_replace(term, '([\\%_])', '\\\1', 'g') || '%';
  chosen text := 'true';
  likely text := 'true';
  grams text[];
  number text;
  common integer;
  ids uuid[];
BEGIN
  -- Any shop is open to the owner of the tables as himself; whoever else asks, or asks as another, gets his own.
  IF NOT (session_user = current_user AND current_setting('role', true) IN ('none', current_user)) AND shop IS DISTINCT FROM nullif(current_setting('app.shop', true), '')::uuid THEN
    RETURN ARRAY[]::uuid[];
  END IF;
  IF products IS NOT NULL THEN
    chosen := format('s."productIds" && %L::uuid[]', products);
    likely := chosen;
  END IF;
  IF term IS NOT NULL THEN chosen := chosen || format(' AND s."searchText" LIKE %L', pattern); END IF;
  EXECUTE format('SELECT count(*) FROM (SELECT * FROM "QueueItem" WHERE "shopId" = %1$L ORDER BY "createdAt" %2$s, "id" %2$s LIMIT 1000) s WHERE %3$s', shop, way, chosen) INTO common;
  IF common >= 10 THEN RETURN NULL; END IF;

  IF term IS NOT NULL THEN
    -- As candor_search does (docs/decisions/0023): a long number is rarer than the words beside it, and short terms are found by grams.
    number := substring(term FROM '[^a-z0-9]?[0-9]{5,}[^a-z0-9]?');
    grams := candor_grams(term);
    likely := likely || CASE WHEN term ~ '[a-z0-9]{3}' THEN format(' AND s."searchText" LIKE %L', pattern) ELSE format(' AND strpos(s."searchText", %L) > 0', term) END;
    IF number <> term THEN
      likely := likely || format(' AND s."searchText" LIKE %L', '%' || regexp_replace(number, '([\\%_])', '\\\1', 'g') || '%');
    ELSIF term ~ '^[a-z0-9]{2}$' THEN
      likely := likely || format(' AND (s."searchText" ~ %L OR s."searchText" LIKE %L OR candor_grams(s."searchText") @> %L::text[])', term || '[\x01-\x7f]', '%' || term, ARRAY[term]);
    ELSIF cardinality(grams) > 0 AND (octet_length(term) > char_length(term) OR term !~ '[a-z0-9]{3}') THEN
      likely := likely || format(' AND candor_grams(s."searchText") @> %L::text[]', grams);
    END IF;
  END IF;
  EXECUTE format('SELECT array_agg(k."queueItemId") FROM (SELECT s."queueItemId" FROM "QueueSearch" s WHERE s."shopId" = %L AND %s LIMIT %s) k', shop, likely, few + 1) INTO ids;
  IF cardinality(ids) > few THEN RETURN NULL; END IF;
  RETURN coalesce(ids, ARRAY[]::uuid[]);
END
$$;

-- It runs as the owner: what a caller makes in the temporary schema must not come before the tables, and not everybody may call it.
DO $$
DECLARE
  matches regprocedure := 'candor_queue_matches(uuid, text, uuid[], boolean, integer)'::regprocedure;
BEGIN
  EXECUTE format('ALTER FUNCTION %s SET search_path = pg_catalog, %I, pg_temp', matches, current_schema());
  EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', matches);
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'candor_app') THEN
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO candor_app', matches);
  END IF;
END $$;
