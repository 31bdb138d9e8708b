-- DropIndex
DROP INDEX "Review_shopId_productId_status_createdAt_id_idx";

-- DropIndex
DROP INDEX "Review_shopId_productId_status_rate_createdAt_id_idx";



-- What the storefront's page reads. Under row-level security PostgreSQL looks up no status by an index, as the operator of enums is not
-- leakproof: a page of a product with many reviews and few published ones read all of them. It does use an index of one status.
CREATE INDEX "Review_shown_idx" ON "Review" ("shopId", "productId", "createdAt" DESC, "id" DESC) WHERE "status" = 'published';
CREATE INDEX "Review_shown_rate_idx" ON "Review" ("shopId", "productId", "rate", "hasMedia", "createdAt" DESC, "id" DESC) WHERE "status" = 'published';

-- Lists look up one facet after the other. Where few facets occur, the planner takes each for a large part of the reviews and walks all
-- of them by date instead, which for an absent facet ends after the last one. It is told how many there may be.
DO $$
DECLARE
  part regclass;
BEGIN
  FOR part IN SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = '"Review"'::regclass LOOP
    EXECUTE format('ALTER TABLE %s ALTER COLUMN "facet" SET (n_distinct = 800)', part);
  END LOOP;
END $$;
ANALYZE "Review" ("facet");
