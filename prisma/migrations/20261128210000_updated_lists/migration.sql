-- Lists by the last change, for programs that keep a copy.
CREATE INDEX "Review_shopId_updatedAt_id_idx" ON "Review" ("shopId", "updatedAt", "id");
CREATE INDEX "QueueItem_shopId_updatedAt_id_idx" ON "QueueItem" ("shopId", "updatedAt", "id");
CREATE INDEX "Product_shopId_updatedAt_id_idx" ON "Product" ("shopId", "updatedAt", "id");
