-- CreateEnum
CREATE TYPE "DiscountState" AS ENUM ('offered', 'pending', 'issued', 'redeemed', 'withdrawn');

-- AlterTable
ALTER TABLE "Order" ADD COLUMN     "discountCodes" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "totalCents" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "DelayedMail" (
    "shopId" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "job" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "dueAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "DelayedMail_pkey" PRIMARY KEY ("shopId","key")
);

-- CreateTable
CREATE TABLE "Discount" (
    "shopId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "reviewId" UUID NOT NULL,
    "orderId" UUID,
    "customerId" UUID,
    "email" TEXT NOT NULL DEFAULT '',
    "code" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "value" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "terms" JSONB NOT NULL DEFAULT '{}',
    "shown" BOOLEAN NOT NULL,
    "mailed" BOOLEAN NOT NULL,
    "expireDays" INTEGER NOT NULL,
    "state" "DiscountState" NOT NULL,
    "platformId" TEXT,
    "error" TEXT,
    "startsAt" TIMESTAMPTZ(3),
    "endsAt" TIMESTAMPTZ(3),
    "usedAt" TIMESTAMPTZ(3),
    "usedOrderId" UUID,
    "usedOrderName" TEXT NOT NULL DEFAULT '',
    "revenueCents" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Discount_pkey" PRIMARY KEY ("shopId","id")
);

-- CreateIndex
CREATE INDEX "DelayedMail_dueAt_idx" ON "DelayedMail"("dueAt");

-- CreateIndex
CREATE INDEX "Discount_shopId_reviewId_idx" ON "Discount"("shopId", "reviewId");

-- CreateIndex
CREATE INDEX "Discount_shopId_createdAt_id_idx" ON "Discount"("shopId", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "Discount_shopId_reason_key" ON "Discount"("shopId", "reason");

-- CreateIndex
CREATE UNIQUE INDEX "Discount_shopId_code_key" ON "Discount"("shopId", "code");



DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['DelayedMail', 'Discount'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY one_shop ON %I USING ("shopId" = nullif(current_setting(''app.shop'', true), '''')::uuid)', name);
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'candor_app') THEN
      EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO candor_app', name);
    END IF;
  END LOOP;
END $$;
