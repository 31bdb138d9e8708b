-- AlterTable
ALTER TABLE "QueueCount" ADD COLUMN     "skipped" INTEGER NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "QueueItem_shopId_orderNumber_id_idx" ON "QueueItem"("shopId", "orderNumber" DESC, "id" DESC);

-- What the counter would hold had it been kept from the beginning.
UPDATE "QueueCount" c SET "skipped" = s."rows"
FROM (SELECT "shopId", count(*)::int AS "rows" FROM "QueueItem" WHERE "status" = 'cancelled' AND "skipReason" IS NOT NULL GROUP BY "shopId") s
WHERE c."shopId" = s."shopId" AND c."status" = 'cancelled';

-- The claim asks twice: which shops have due rows (QueueItem_due_idx, by time alone), then each shop's oldest, which must not read past a neighbour's backlog.
CREATE INDEX "QueueItem_due_of_shop_idx" ON "QueueItem" ("shopId", "scheduledAt") WHERE "status" IN ('waiting', 'sending');
-- Paused rows are renewed shop by shop.
DROP INDEX "QueueItem_paused_idx";
CREATE INDEX "QueueItem_paused_idx" ON "QueueItem" ("shopId", "scheduledAt") WHERE "status" = 'paused';
-- The pictures' claim ranks within shop and host by time: here they stand in that order.
DROP INDEX "ReviewMedia_pending_idx";
CREATE INDEX "ReviewMedia_pending_idx" ON "ReviewMedia" ("shopId", "host", "nextAt", "id") WHERE "status" = 'pending';
