-- Every sender app but Candor is a marketing tool: their emails share a tab (docs/decisions/0124).
-- PostgreSQL 15 can't change the expression of a generated column, so it is built again, with its indexes.
-- server/requests/queue/queue-facets.ts makes the same number.
ALTER TABLE "QueueItem" DROP COLUMN "facet";
ALTER TABLE "QueueItem" ADD COLUMN "facet" SMALLINT GENERATED ALWAYS AS ((
    CASE "status" WHEN 'waiting' THEN 0 WHEN 'sending' THEN 0 WHEN 'waitingCondition' THEN 1 WHEN 'paused' THEN 2
      WHEN 'cancelled' THEN CASE WHEN "skipReason" IS NULL THEN 3 ELSE 4 END
      WHEN 'success' THEN CASE WHEN "senderApp" = 'candor' THEN 5 ELSE 6 END
      WHEN 'opened' THEN 7 WHEN 'reviewed' THEN 8 ELSE 9 END)::smallint) STORED;

-- CreateIndex
CREATE INDEX "QueueItem_facet_created_idx" ON "QueueItem"("shopId", "facet", "createdAt" DESC, "id" DESC);
CREATE INDEX "QueueItem_facet_scheduled_idx" ON "QueueItem"("shopId", "facet", "scheduledAt" DESC, "id" DESC);
CREATE INDEX "QueueItem_facet_order_idx" ON "QueueItem"("shopId", "facet", "orderNumber" DESC, "id" DESC);

-- Where few facets occur, the planner takes each for a large part of the rows (see the migration shown_reviews).
DO $$
DECLARE
  part regclass;
BEGIN
  FOR part IN SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = '"QueueItem"'::regclass LOOP
    EXECUTE format('ALTER TABLE %s ALTER COLUMN "facet" SET (n_distinct = 200)', part);
  END LOOP;
END $$;
