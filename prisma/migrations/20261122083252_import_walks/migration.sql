-- DropIndex
DROP INDEX "Review_shopId_importId_idx";

-- CreateIndex
CREATE INDEX "Review_shopId_importId_id_idx" ON "Review"("shopId", "importId", "id");


