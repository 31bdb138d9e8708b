-- The new index first: what is dropped locks the table until the end.
-- CreateIndex
CREATE INDEX "Review_shopId_importId_id_idx" ON "Review"("shopId", "importId", "id");

-- DropIndex
DROP INDEX "Review_shopId_importId_idx";
