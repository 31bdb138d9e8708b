-- CreateEnum
CREATE TYPE "DeliveryState" AS ENUM ('waiting', 'sent', 'failed', 'dropped');

-- CreateTable
CREATE TABLE "ShopSecret" (
    "shopId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "keyId" TEXT NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ShopSecret_pkey" PRIMARY KEY ("shopId","name")
);

-- CreateTable
CREATE TABLE "IntegrationDelivery" (
    "shopId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "integration" TEXT NOT NULL,
    "event" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "state" "DeliveryState" NOT NULL DEFAULT 'waiting',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "lastStatus" INTEGER,
    "reason" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "IntegrationDelivery_pkey" PRIMARY KEY ("shopId","id")
);

-- CreateTable
CREATE TABLE "DemoReceived" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "headers" JSONB NOT NULL,
    "body" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "problem" TEXT,
    "receivedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "DemoReceived_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "IntegrationDelivery_createdAt_idx" ON "IntegrationDelivery"("createdAt");

-- CreateIndex
CREATE INDEX "DemoReceived_receivedAt_idx" ON "DemoReceived"("receivedAt" DESC);


-- Counts a shop's waiting deliveries for the bound.
CREATE INDEX "IntegrationDelivery_waiting_idx" ON "IntegrationDelivery"("shopId") WHERE "state" = 'waiting';

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['ShopSecret', 'IntegrationDelivery'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY one_shop ON %I USING ("shopId" = nullif(current_setting(''app.shop'', true), '''')::uuid)', name);
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'candor_app') THEN
      EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO candor_app', name);
    END IF;
  END LOOP;
END $$;

-- Tokens of CJdropshipping and Judge.me move from a settings row to the table of secrets. A sealed text begins with its key's name.
INSERT INTO "ShopSecret" ("shopId", "name", "sealed", "keyId", "updatedAt")
SELECT "shopId", token.key || '.token', token.value, split_part(token.value, '.', 1), "updatedAt"
FROM "Setting", jsonb_each_text("value") token
WHERE "Setting"."key" = 'importTokens' AND token.key IN ('cj', 'judgeme');
DELETE FROM "Setting" WHERE "key" = 'importTokens';
