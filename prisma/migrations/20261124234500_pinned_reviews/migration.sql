-- Shop-wide widgets show pinned reviews first. A shop has few of them.
CREATE INDEX "Review_pinned_idx" ON "Review" ("shopId", "createdAt" DESC, "id" DESC) WHERE "pinned" AND "status" = 'published';
