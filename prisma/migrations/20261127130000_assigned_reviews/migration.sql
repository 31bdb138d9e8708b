-- AlterTable
ALTER TABLE "Review" ADD COLUMN     "openObjection" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "assigneeId" UUID;

UPDATE "Review" r SET "openObjection" = true FROM "ReviewStatement" s
WHERE s."shopId" = r."shopId" AND s."reviewId" = r."id" AND s."objectedAt" IS NOT NULL AND s."decision" IS NULL;

-- Removing a person from the shop clears the reviews assigned to them.
ALTER TABLE "Review" ADD CONSTRAINT "Review_assignee_fkey" FOREIGN KEY ("assigneeId", "shopId")
  REFERENCES "AccountShop" ("accountId", "shopId") ON DELETE SET NULL ("assigneeId");

-- CreateIndex
CREATE INDEX "Review_assigned_idx" ON "Review" ("shopId", "assigneeId", "createdAt" DESC, "id" DESC) WHERE "assigneeId" IS NOT NULL;
CREATE INDEX "Review_objected_idx" ON "Review" ("shopId", "createdAt" DESC, "id" DESC) WHERE "openObjection";
-- Suggestions for replies read the newest ones.
CREATE INDEX "Review_replied_idx" ON "Review" ("shopId", "replyAt" DESC) WHERE "replyContent" IS NOT NULL;
