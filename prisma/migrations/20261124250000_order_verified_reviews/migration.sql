-- The corner badge of a shop counts its newest order-proven reviews. The planner uses an index whose rows all have the status (see Review_shown_idx).
CREATE INDEX "Review_order_verified_idx" ON "Review" ("shopId", "createdAt" DESC, "rate") WHERE "verifiedBy" = 'order' AND "status" = 'published';
-- The review box shows a product's pinned reviews first. A product has few of them.
CREATE INDEX "Review_pinned_product_idx" ON "Review" ("shopId", "productId", "createdAt" DESC, "id" DESC) WHERE "pinned" AND "status" = 'published';
