-- AlterTable
ALTER TABLE "QueueItem" ADD COLUMN     "pushError" TEXT;

-- CreateTable
CREATE TABLE "QueueMarkCount" (
    "shopId" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "mark" TEXT NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "QueueMarkCount_pkey" PRIMARY KEY ("shopId","type","mark")
);

-- CreateTable
CREATE TABLE "PushSubscription" (
    "shopId" UUID NOT NULL,
    "id" TEXT NOT NULL,
    "customerId" UUID NOT NULL,
    "endpoint" TEXT NOT NULL,
    "p256dh" TEXT NOT NULL,
    "auth" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PushSubscription_pkey" PRIMARY KEY ("shopId","id")
);

-- CreateIndex
CREATE INDEX "PushSubscription_shopId_customerId_idx" ON "PushSubscription"("shopId", "customerId");

-- Emails that left through another app than ours.
CREATE INDEX "QueueItem_senderApp_idx" ON "QueueItem" ("shopId", "senderApp", "createdAt" DESC, "id" DESC) WHERE "senderApp" <> 'candor';

-- Rows that are there already.
INSERT INTO "QueueMarkCount" ("shopId", "type", "mark", "count")
SELECT "shopId", "type", CASE WHEN "pushStatus" = 'sent' THEN 'pushSent' ELSE 'pushFailed' END, count(*)
FROM "QueueItem" WHERE "pushStatus" IN ('sent', 'failed') GROUP BY 1, 2, 3;
INSERT INTO "QueueMarkCount" ("shopId", "type", "mark", "count")
SELECT "shopId", "type", 'sentToMarketing', count(*) FROM "QueueItem" WHERE "senderApp" = 'aem' AND "status" = 'success' GROUP BY 1, 2;

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['QueueMarkCount', 'PushSubscription'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY one_shop ON %I USING ("shopId" = nullif(current_setting(''app.shop'', true), '''')::uuid)', name);
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'candor_app') THEN
      EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO candor_app', name);
    END IF;
  END LOOP;
END $$;
