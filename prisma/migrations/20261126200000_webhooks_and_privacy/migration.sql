-- AlterTable
ALTER TABLE "WebhookReceipt" ADD COLUMN "eventKey" TEXT;
ALTER TABLE "Customer" ADD COLUMN "heard" JSONB NOT NULL DEFAULT '{}';
ALTER TABLE "Order" ADD COLUMN "redactedAt" TIMESTAMPTZ(3);
ALTER TABLE "Shop" ADD COLUMN "ordersReadTo" TIMESTAMPTZ(3),
ADD COLUMN "ordersDueAt" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "PrivacyRequest" (
    "shopId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "person" JSONB,
    "counts" JSONB NOT NULL DEFAULT '{}',
    "fileKey" TEXT NOT NULL DEFAULT '',
    "fileSize" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "leaseUntil" TIMESTAMPTZ(3),
    "fence" INTEGER NOT NULL DEFAULT 0,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "receivedAt" TIMESTAMPTZ(3) NOT NULL,
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "PrivacyRequest_pkey" PRIMARY KEY ("shopId","id")
);

-- CreateIndex
CREATE INDEX "PrivacyRequest_shopId_receivedAt_id_idx" ON "PrivacyRequest"("shopId", "receivedAt" DESC, "id" DESC);
CREATE INDEX "PrivacyRequest_finishedAt_idx" ON "PrivacyRequest"("finishedAt");
CREATE UNIQUE INDEX "WebhookReceipt_shopId_eventKey_key" ON "WebhookReceipt"("shopId", "eventKey");

-- The schedule finds work that no runner has.
CREATE INDEX "PrivacyRequest_open" ON "PrivacyRequest"("leaseUntil") WHERE status = 'open';

ALTER TABLE "PrivacyRequest" ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_shop ON "PrivacyRequest" USING ("shopId" = nullif(current_setting('app.shop', true), '')::uuid);
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'candor_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "PrivacyRequest" TO candor_app;
  END IF;
END $$;
