-- Points that reviews earn in the loyalty app (docs/decisions/0124).
-- CreateEnum
CREATE TYPE "PointsState" AS ENUM ('offered', 'waiting', 'given', 'failed');

-- CreateTable
CREATE TABLE "PointsAward" (
    "shopId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "reviewId" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "points" INTEGER NOT NULL,
    "state" "PointsState" NOT NULL DEFAULT 'offered',
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "PointsAward_pkey" PRIMARY KEY ("shopId","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "PointsAward_shopId_reason_key" ON "PointsAward"("shopId", "reason");
CREATE INDEX "PointsAward_shopId_reviewId_idx" ON "PointsAward"("shopId", "reviewId");
CREATE INDEX "PointsAward_shopId_state_idx" ON "PointsAward"("shopId", "state");

ALTER TABLE "PointsAward" ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_shop ON "PointsAward" USING ("shopId" = nullif(current_setting('app.shop', true), '')::uuid);
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'candor_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "PointsAward" TO candor_app;
  END IF;
END $$;
