-- CreateEnum
CREATE TYPE "OldOrderStatus" AS ENUM ('running', 'done', 'failed', 'cancelled');

-- DropIndex
DROP INDEX "QueueItem_shopId_orderId_type_sequence_key";

-- AlterTable
ALTER TABLE "Customer" ADD COLUMN     "acceptsMarketing" BOOLEAN,
ADD COLUMN     "tags" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "Order" ADD COLUMN     "parcels" JSONB NOT NULL DEFAULT '[]';

-- AlterTable
ALTER TABLE "QueueItem" ADD COLUMN     "oldOrderRunId" UUID,
ADD COLUMN     "moveReason" TEXT,
ADD COLUMN     "parcel" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "reasonValue" TEXT;

-- CreateTable
CREATE TABLE "MailPreference" (
    "shopId" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "everyDays" INTEGER,
    "pausedUntil" TIMESTAMPTZ(3),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "MailPreference_pkey" PRIMARY KEY ("shopId","email")
);

-- CreateTable
CREATE TABLE "OldOrderRun" (
    "shopId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "status" "OldOrderStatus" NOT NULL,
    "fromDate" TIMESTAMPTZ(3) NOT NULL,
    "toDate" TIMESTAMPTZ(3) NOT NULL,
    "firstAt" TIMESTAMPTZ(3) NOT NULL,
    "spreadHours" INTEGER NOT NULL,
    "total" INTEGER NOT NULL DEFAULT 0,
    "done" INTEGER NOT NULL DEFAULT 0,
    "added" INTEGER NOT NULL DEFAULT 0,
    "skipped" INTEGER NOT NULL DEFAULT 0,
    "cancelled" INTEGER NOT NULL DEFAULT 0,
    "cursor" TEXT,
    "error" TEXT,
    "leaseUntil" TIMESTAMPTZ(3),
    "fence" INTEGER NOT NULL DEFAULT 0,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "OldOrderRun_pkey" PRIMARY KEY ("shopId","id")
);

-- CreateIndex
CREATE INDEX "OldOrderRun_shopId_createdAt_id_idx" ON "OldOrderRun"("shopId", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "QueueItem_shopId_orderId_type_sequence_parcel_key" ON "QueueItem"("shopId", "orderId", "type", "sequence", "parcel");

-- CreateIndex
CREATE INDEX "Suppression_shopId_createdAt_email_reason_idx" ON "Suppression"("shopId", "createdAt" DESC, "email" DESC, "reason" DESC);



-- A run's requests, for cancelling it and for the plan's number.
CREATE INDEX "QueueItem_oldOrderRun_idx" ON "QueueItem"("shopId", "oldOrderRunId") WHERE "oldOrderRunId" IS NOT NULL;
-- Runs that have work left.
CREATE INDEX "OldOrderRun_open_idx" ON "OldOrderRun"("leaseUntil") WHERE "status" = 'running';

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['MailPreference', 'OldOrderRun'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY one_shop ON %I USING ("shopId" = nullif(current_setting(''app.shop'', true), '''')::uuid)', name);
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'candor_app') THEN
      EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO candor_app', name);
    END IF;
  END LOOP;
END $$;
