-- AlterTable
ALTER TABLE "Shop" ADD COLUMN     "billedAs" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "billingDueAt" TIMESTAMPTZ(3),
ADD COLUMN     "billingReadAt" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "Subscription" (
    "shopId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "platformId" TEXT,
    "plan" TEXT NOT NULL,
    "interval" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "trialDays" INTEGER NOT NULL DEFAULT 0,
    "test" BOOLEAN NOT NULL DEFAULT false,
    "coupon" TEXT,
    "reason" TEXT,
    "reasonText" TEXT NOT NULL DEFAULT '',
    "onboarding" BOOLEAN NOT NULL DEFAULT false,
    "confirmationUrl" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "activatedAt" TIMESTAMPTZ(3),
    "periodEnd" TIMESTAMPTZ(3),
    "endedAt" TIMESTAMPTZ(3),
    "replaced" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "Subscription_pkey" PRIMARY KEY ("shopId","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Subscription_shopId_platformId_key" ON "Subscription"("shopId", "platformId");

-- The schedule finds the shops whose subscriptions may have changed.
CREATE INDEX "Shop_billingDueAt" ON "Shop"("billingDueAt") WHERE "billingDueAt" IS NOT NULL;

ALTER TABLE "Subscription" ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_shop ON "Subscription" USING ("shopId" = nullif(current_setting('app.shop', true), '')::uuid);
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'candor_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "Subscription" TO candor_app;
  END IF;
END $$;
