-- The words the search compares need trigrams, and the index leads with the shop's uuid.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- Sixteen hash partitions by shopId; a cluster can move them apart later.
CREATE FUNCTION pg_temp.partitions(parent text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  FOR part IN 0..15 LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES WITH (MODULUS 16, REMAINDER %s)', parent || '_p' || part, parent, part);
  END LOOP;
END $$;

-- CreateEnum
CREATE TYPE "ReviewStatus" AS ENUM ('published', 'pending', 'hidden', 'rejected', 'deleted');

-- CreateEnum
CREATE TYPE "DecidedBy" AS ENUM ('merchant', 'rule', 'import');

-- CreateEnum
CREATE TYPE "ReviewOrigin" AS ENUM ('customer', 'guest', 'admin', 'imported');

-- CreateEnum
CREATE TYPE "ReviewSource" AS ENUM ('imported', 'amazon', 'cjdropshipping', 'aliexpress', 'shopee', 'customer', 'guest', 'admin');

-- CreateEnum
CREATE TYPE "VerifiedBy" AS ENUM ('none', 'merchant', 'order');

-- CreateEnum
CREATE TYPE "EditRequestStatus" AS ENUM ('unconfirmed', 'confirmed', 'denied');

-- CreateEnum
CREATE TYPE "MediaKind" AS ENUM ('image', 'video');

-- CreateEnum
CREATE TYPE "MediaStatus" AS ENUM ('pending', 'ready', 'failed');

-- CreateEnum
CREATE TYPE "QueueStatus" AS ENUM ('waiting', 'waitingCondition', 'paused', 'cancelled', 'sending', 'success', 'opened', 'reviewed', 'failed');

-- CreateEnum
CREATE TYPE "QueueType" AS ENUM ('email', 'push');

-- CreateEnum
CREATE TYPE "ImportStatus" AS ENUM ('checking', 'checked', 'running', 'paused', 'done', 'failed', 'cancelled');

-- CreateTable
CREATE TABLE "Shop" (
    "id" UUID NOT NULL,
    "shopifyDomain" TEXT NOT NULL,
    "domain" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "firstName" TEXT NOT NULL DEFAULT '',
    "email" TEXT NOT NULL,
    "plan" TEXT NOT NULL DEFAULT 'free',
    "planInterval" TEXT NOT NULL DEFAULT 'monthly',
    "planStartedAt" TIMESTAMPTZ(3) NOT NULL,
    "shopifyPlan" TEXT NOT NULL DEFAULT 'basic',
    "primaryLocale" TEXT NOT NULL DEFAULT 'en',
    "adminLocale" TEXT,
    "ianaTimezone" TEXT NOT NULL DEFAULT 'UTC',
    "currency" TEXT NOT NULL DEFAULT 'USD',
    "vendor" TEXT NOT NULL DEFAULT '',
    "appName" TEXT NOT NULL DEFAULT 'Candor',
    "appStatus" BOOLEAN NOT NULL DEFAULT true,
    "setupDone" BOOLEAN NOT NULL DEFAULT false,
    "isRated" BOOLEAN NOT NULL DEFAULT false,
    "flags" JSONB NOT NULL DEFAULT '{}',
    "dismissedBanners" JSONB NOT NULL DEFAULT '[]',
    "sharedSecret" TEXT,
    "platformTokens" TEXT,
    "settingsVersion" INTEGER NOT NULL DEFAULT 1,
    "version" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "uninstalledAt" TIMESTAMPTZ(3),

    CONSTRAINT "Shop_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Account" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "passwordHash" TEXT NOT NULL,
    "locale" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AccountShop" (
    "accountId" UUID NOT NULL,
    "shopId" UUID NOT NULL,

    CONSTRAINT "AccountShop_pkey" PRIMARY KEY ("accountId","shopId")
);

-- CreateTable
CREATE TABLE "LoginSession" (
    "tokenHash" TEXT NOT NULL,
    "accountId" UUID NOT NULL,
    "shopId" UUID,
    "readOnly" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "LoginSession_pkey" PRIMARY KEY ("tokenHash")
);

-- CreateTable
CREATE TABLE "RateLimit" (
    "key" TEXT NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "RateLimit_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "Setting" (
    "shopId" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Setting_pkey" PRIMARY KEY ("shopId","key")
);

-- CreateTable
CREATE TABLE "Product" (
    "shopId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "platformId" TEXT NOT NULL,
    "handle" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "image" TEXT,
    "status" TEXT NOT NULL DEFAULT 'active',
    "vendor" TEXT NOT NULL DEFAULT '',
    "productType" TEXT NOT NULL DEFAULT '',
    "description" TEXT NOT NULL DEFAULT '',
    "tags" TEXT[],
    "variants" JSONB NOT NULL DEFAULT '[]',
    "priceCents" INTEGER NOT NULL DEFAULT 0,
    "currency" TEXT NOT NULL DEFAULT 'USD',
    "version" INTEGER NOT NULL DEFAULT 1,
    "lastImportedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Product_pkey" PRIMARY KEY ("shopId","id")
);

-- CreateTable
CREATE TABLE "Customer" (
    "shopId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "platformId" TEXT,
    "email" TEXT NOT NULL,
    "firstName" TEXT NOT NULL DEFAULT '',
    "lastName" TEXT NOT NULL DEFAULT '',
    "displayName" TEXT NOT NULL DEFAULT '',
    "locale" TEXT,
    "country" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Customer_pkey" PRIMARY KEY ("shopId","id")
) PARTITION BY HASH ("shopId");
SELECT pg_temp.partitions('Customer');

-- CreateTable
CREATE TABLE "Suppression" (
    "shopId" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Suppression_pkey" PRIMARY KEY ("shopId","email","reason")
);

-- CreateTable
CREATE TABLE "Order" (
    "shopId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "platformId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "customerId" UUID,
    "email" TEXT NOT NULL,
    "customerName" TEXT NOT NULL DEFAULT '',
    "locale" TEXT,
    "country" TEXT,
    "lineItems" JSONB NOT NULL DEFAULT '[]',
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "fulfilledAt" TIMESTAMPTZ(3),
    "deliveredAt" TIMESTAMPTZ(3),
    "cancelledAt" TIMESTAMPTZ(3),
    "refundedAt" TIMESTAMPTZ(3),
    "changedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Order_pkey" PRIMARY KEY ("shopId","id")
) PARTITION BY HASH ("shopId");
SELECT pg_temp.partitions('Order');

-- CreateTable
CREATE TABLE "QueueItem" (
    "shopId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "orderId" UUID NOT NULL,
    "orderName" TEXT NOT NULL,
    "orderNumber" INTEGER NOT NULL,
    "customerId" UUID,
    "customerEmail" TEXT NOT NULL,
    "customerName" TEXT NOT NULL DEFAULT '',
    "locale" TEXT,
    "queueType" "QueueType" NOT NULL DEFAULT 'email',
    "type" TEXT NOT NULL DEFAULT 'review-reminder',
    "sequence" INTEGER NOT NULL DEFAULT 0,
    "status" "QueueStatus" NOT NULL,
    "skipReason" TEXT,
    "errorMessage" TEXT,
    "subject" TEXT NOT NULL DEFAULT '',
    "senderApp" TEXT NOT NULL DEFAULT 'candor',
    "lineItems" JSONB NOT NULL DEFAULT '[]',
    "productIds" UUID[],
    "fulfillmentStatus" TEXT,
    "createdOrderAt" TIMESTAMPTZ(3) NOT NULL,
    "fulfilledDate" TIMESTAMPTZ(3),
    "scheduledAt" TIMESTAMPTZ(3),
    "sentAt" TIMESTAMPTZ(3),
    "openedAt" TIMESTAMPTZ(3),
    "reviewedAt" TIMESTAMPTZ(3),
    "manual" BOOLEAN NOT NULL DEFAULT false,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "leaseUntil" TIMESTAMPTZ(3),
    "fence" INTEGER NOT NULL DEFAULT 0,
    "messageId" TEXT,
    "templateVersion" INTEGER NOT NULL DEFAULT 1,
    "searchText" TEXT NOT NULL DEFAULT '',
    "version" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "QueueItem_pkey" PRIMARY KEY ("shopId","id")
) PARTITION BY HASH ("shopId");
SELECT pg_temp.partitions('QueueItem');

-- CreateTable
CREATE TABLE "QueueCount" (
    "shopId" UUID NOT NULL,
    "status" "QueueStatus" NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "QueueCount_pkey" PRIMARY KEY ("shopId","status")
);

-- CreateTable
CREATE TABLE "RequestUsage" (
    "shopId" UUID NOT NULL,
    "cycleStart" TIMESTAMPTZ(3) NOT NULL,
    "sent" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "RequestUsage_pkey" PRIMARY KEY ("shopId","cycleStart")
);

-- CreateTable
CREATE TABLE "Review" (
    "shopId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "productId" UUID,
    "customerId" UUID,
    "orderId" UUID,
    "rate" SMALLINT NOT NULL,
    "title" TEXT NOT NULL DEFAULT '',
    "content" TEXT NOT NULL DEFAULT '',
    "firstName" TEXT NOT NULL DEFAULT '',
    "lastName" TEXT NOT NULL DEFAULT '',
    "email" TEXT NOT NULL DEFAULT '',
    "status" "ReviewStatus" NOT NULL,
    "decidedBy" "DecidedBy" NOT NULL DEFAULT 'rule',
    "why" JSONB NOT NULL DEFAULT '{}',
    "origin" "ReviewOrigin" NOT NULL,
    "source" "ReviewSource" NOT NULL,
    "verifiedBy" "VerifiedBy" NOT NULL DEFAULT 'none',
    "edited" BOOLEAN NOT NULL DEFAULT false,
    "featured" BOOLEAN NOT NULL DEFAULT false,
    "pinned" BOOLEAN NOT NULL DEFAULT false,
    "testimonial" BOOLEAN NOT NULL DEFAULT false,
    "incentivized" BOOLEAN NOT NULL DEFAULT false,
    "editRequest" "EditRequestStatus",
    "replyContent" TEXT,
    "replyAt" TIMESTAMPTZ(3),
    "hasMedia" BOOLEAN NOT NULL DEFAULT false,
    "variantTitle" TEXT NOT NULL DEFAULT '',
    "language" TEXT,
    "country" TEXT,
    "location" TEXT NOT NULL DEFAULT '',
    "type" TEXT NOT NULL DEFAULT 'review',
    "importId" UUID,
    "externalId" TEXT,
    "contentHash" TEXT,
    "originalRate" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "enteredAt" TIMESTAMPTZ(3) NOT NULL,
    "publishedAt" TIMESTAMPTZ(3),
    "deletedAt" TIMESTAMPTZ(3),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "searchText" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "Review_pkey" PRIMARY KEY ("shopId","id")
) PARTITION BY HASH ("shopId");
SELECT pg_temp.partitions('Review');

-- CreateTable
CREATE TABLE "ReviewMedia" (
    "shopId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "reviewId" UUID NOT NULL,
    "kind" "MediaKind" NOT NULL DEFAULT 'image',
    "status" "MediaStatus" NOT NULL DEFAULT 'ready',
    "key" TEXT NOT NULL DEFAULT '',
    "width" INTEGER NOT NULL DEFAULT 0,
    "height" INTEGER NOT NULL DEFAULT 0,
    "position" INTEGER NOT NULL DEFAULT 0,
    "hidden" BOOLEAN NOT NULL DEFAULT false,
    "sourceUrl" TEXT,
    "error" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "host" TEXT,
    "nextAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ReviewMedia_pkey" PRIMARY KEY ("shopId","id")
) PARTITION BY HASH ("shopId");
SELECT pg_temp.partitions('ReviewMedia');

-- CreateTable
CREATE TABLE "ReviewCount" (
    "shopId" UUID NOT NULL,
    "status" "ReviewStatus" NOT NULL,
    "source" "ReviewSource" NOT NULL,
    "rate" SMALLINT NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "ReviewCount_pkey" PRIMARY KEY ("shopId","status","source","rate")
);

-- CreateTable
CREATE TABLE "ProductReviewCount" (
    "shopId" UUID NOT NULL,
    "productId" UUID NOT NULL,
    "status" "ReviewStatus" NOT NULL,
    "rate" SMALLINT NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "ProductReviewCount_pkey" PRIMARY KEY ("shopId","productId","status","rate")
);

-- CreateTable
CREATE TABLE "Import" (
    "shopId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "source" TEXT NOT NULL,
    "fileName" TEXT NOT NULL,
    "fileKey" TEXT NOT NULL,
    "fileSize" INTEGER NOT NULL,
    "status" "ImportStatus" NOT NULL,
    "total" INTEGER NOT NULL DEFAULT 0,
    "done" INTEGER NOT NULL DEFAULT 0,
    "imported" INTEGER NOT NULL DEFAULT 0,
    "duplicates" INTEGER NOT NULL DEFAULT 0,
    "unmatched" INTEGER NOT NULL DEFAULT 0,
    "bad" INTEGER NOT NULL DEFAULT 0,
    "report" JSONB NOT NULL DEFAULT '{}',
    "questions" JSONB NOT NULL DEFAULT '[]',
    "answers" JSONB NOT NULL DEFAULT '[]',
    "publish" TEXT NOT NULL DEFAULT 'AS_IN_FILE',
    "nextRecord" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "leaseUntil" TIMESTAMPTZ(3),
    "fence" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "startedAt" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Import_pkey" PRIMARY KEY ("shopId","id")
);

-- CreateTable
CREATE TABLE "ImportProblem" (
    "shopId" UUID NOT NULL,
    "importId" UUID NOT NULL,
    "row" INTEGER NOT NULL,
    "column" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "params" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "ImportProblem_pkey" PRIMARY KEY ("shopId","importId","row","column")
);

-- CreateTable
CREATE TABLE "WebhookReceipt" (
    "shopId" UUID NOT NULL,
    "webhookId" TEXT NOT NULL,
    "topic" TEXT NOT NULL,
    "receivedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "WebhookReceipt_pkey" PRIMARY KEY ("shopId","webhookId")
);

-- CreateTable
CREATE TABLE "IdempotencyKey" (
    "shopId" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "status" INTEGER,
    "body" JSONB,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "IdempotencyKey_pkey" PRIMARY KEY ("shopId","key")
);

-- CreateTable
CREATE TABLE "DailyStat" (
    "shopId" UUID NOT NULL,
    "day" DATE NOT NULL,
    "metric" TEXT NOT NULL,
    "value" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "DailyStat_pkey" PRIMARY KEY ("shopId","day","metric")
);

-- CreateTable
CREATE TABLE "DemoState" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,

    CONSTRAINT "DemoState_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "DemoMail" (
    "id" UUID NOT NULL,
    "to" TEXT NOT NULL,
    "from" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "html" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "headers" JSONB NOT NULL,
    "receivedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "DemoMail_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Shop_shopifyDomain_key" ON "Shop"("shopifyDomain");

-- CreateIndex
CREATE UNIQUE INDEX "Account_email_key" ON "Account"("email");

-- CreateIndex
CREATE INDEX "AccountShop_shopId_idx" ON "AccountShop"("shopId");

-- CreateIndex
CREATE INDEX "LoginSession_accountId_idx" ON "LoginSession"("accountId");

-- CreateIndex
CREATE INDEX "LoginSession_expiresAt_idx" ON "LoginSession"("expiresAt");

-- CreateIndex
CREATE INDEX "RateLimit_expire_idx" ON "RateLimit"("expire");

-- CreateIndex
CREATE INDEX "Product_shopId_title_id_idx" ON "Product"("shopId", "title", "id");

-- CreateIndex
CREATE INDEX "Product_shopId_lastImportedAt_id_idx" ON "Product"("shopId", "lastImportedAt" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "Product_shopId_platformId_key" ON "Product"("shopId", "platformId");

-- CreateIndex
CREATE UNIQUE INDEX "Product_shopId_handle_key" ON "Product"("shopId", "handle");

-- CreateIndex
CREATE INDEX "Customer_shopId_displayName_id_idx" ON "Customer"("shopId", "displayName", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Customer_shopId_email_key" ON "Customer"("shopId", "email");

-- CreateIndex
CREATE UNIQUE INDEX "Customer_shopId_platformId_key" ON "Customer"("shopId", "platformId");

-- CreateIndex
CREATE INDEX "Order_shopId_email_createdAt_idx" ON "Order"("shopId", "email", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "Order_shopId_createdAt_id_idx" ON "Order"("shopId", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "Order_shopId_platformId_key" ON "Order"("shopId", "platformId");

-- CreateIndex
CREATE INDEX "QueueItem_shopId_createdAt_id_idx" ON "QueueItem"("shopId", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "QueueItem_shopId_status_createdAt_id_idx" ON "QueueItem"("shopId", "status", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "QueueItem_shopId_scheduledAt_id_idx" ON "QueueItem"("shopId", "scheduledAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "QueueItem_shopId_customerEmail_idx" ON "QueueItem"("shopId", "customerEmail");

-- CreateIndex
CREATE INDEX "QueueItem_search_idx" ON "QueueItem" USING GIN ("shopId" uuid_ops, "searchText" gin_trgm_ops);

-- CreateIndex
CREATE UNIQUE INDEX "QueueItem_shopId_orderId_type_sequence_queueType_key" ON "QueueItem"("shopId", "orderId", "type", "sequence", "queueType");

-- CreateIndex
CREATE INDEX "Review_shopId_contentHash_idx" ON "Review"("shopId", "contentHash");

-- CreateIndex
CREATE INDEX "Review_shopId_createdAt_id_idx" ON "Review"("shopId", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Review_shopId_status_createdAt_id_idx" ON "Review"("shopId", "status", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Review_shopId_status_rate_createdAt_id_idx" ON "Review"("shopId", "status", "rate", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Review_shopId_rate_createdAt_id_idx" ON "Review"("shopId", "rate", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Review_shopId_source_createdAt_id_idx" ON "Review"("shopId", "source", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Review_shopId_productId_status_createdAt_id_idx" ON "Review"("shopId", "productId", "status", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Review_shopId_productId_status_rate_createdAt_id_idx" ON "Review"("shopId", "productId", "status", "rate", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Review_shopId_hasMedia_createdAt_id_idx" ON "Review"("shopId", "hasMedia", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Review_shopId_customerId_idx" ON "Review"("shopId", "customerId");

-- CreateIndex
CREATE INDEX "Review_shopId_importId_idx" ON "Review"("shopId", "importId");

-- CreateIndex
CREATE INDEX "Review_search_idx" ON "Review" USING GIN ("shopId" uuid_ops, "searchText" gin_trgm_ops);

-- CreateIndex
CREATE UNIQUE INDEX "Review_shopId_externalId_key" ON "Review"("shopId", "externalId");

-- CreateIndex
CREATE INDEX "ReviewMedia_shopId_reviewId_position_idx" ON "ReviewMedia"("shopId", "reviewId", "position");

-- CreateIndex
CREATE INDEX "Import_shopId_createdAt_id_idx" ON "Import"("shopId", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "WebhookReceipt_receivedAt_idx" ON "WebhookReceipt"("receivedAt");

-- CreateIndex
CREATE INDEX "IdempotencyKey_createdAt_idx" ON "IdempotencyKey"("createdAt");

-- CreateIndex
CREATE INDEX "DemoMail_receivedAt_idx" ON "DemoMail"("receivedAt" DESC);

-- AddForeignKey
ALTER TABLE "AccountShop" ADD CONSTRAINT "AccountShop_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AccountShop" ADD CONSTRAINT "AccountShop_shopId_fkey" FOREIGN KEY ("shopId") REFERENCES "Shop"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LoginSession" ADD CONSTRAINT "LoginSession_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Review" ADD CONSTRAINT "Review_shopId_productId_fkey" FOREIGN KEY ("shopId", "productId") REFERENCES "Product"("shopId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Review" ADD CONSTRAINT "Review_shopId_customerId_fkey" FOREIGN KEY ("shopId", "customerId") REFERENCES "Customer"("shopId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReviewMedia" ADD CONSTRAINT "ReviewMedia_shopId_reviewId_fkey" FOREIGN KEY ("shopId", "reviewId") REFERENCES "Review"("shopId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProductReviewCount" ADD CONSTRAINT "ProductReviewCount_shopId_productId_fkey" FOREIGN KEY ("shopId", "productId") REFERENCES "Product"("shopId", "id") ON DELETE CASCADE ON UPDATE CASCADE;



-- Rows that may be sent: what the claim reads, whatever the number of finished ones. Prisma leaves partial indexes alone.
CREATE INDEX "QueueItem_due_idx" ON "QueueItem" ("scheduledAt") WHERE "status" IN ('waiting', 'sending');
CREATE INDEX "QueueItem_paused_idx" ON "QueueItem" ("scheduledAt") WHERE "status" = 'paused';
CREATE INDEX "ReviewMedia_pending_idx" ON "ReviewMedia" ("nextAt") WHERE "status" = 'pending';
CREATE INDEX "Review_ripe_idx" ON "Review" ("enteredAt") WHERE "status" = 'pending' AND "decidedBy" = 'rule';
CREATE INDEX "Import_open_idx" ON "Import" ("leaseUntil") WHERE "status" IN ('checking', 'running');

-- The second barrier: the role that requests run under sees the rows of the shop it was told, and none without one.
-- A database where we may not create roles has the first barrier only; the server says so when it starts.
DO $$
BEGIN
  CREATE ROLE candor_app NOLOGIN;
EXCEPTION
  WHEN duplicate_object OR unique_violation THEN NULL;
  WHEN insufficient_privilege THEN RAISE NOTICE 'candor_app was not created: row-level security stays off';
END $$;

DO $$
DECLARE
  tenant text;
  tenants text[] := ARRAY['Setting', 'Product', 'Customer', 'Suppression', 'Order', 'QueueItem', 'QueueCount', 'RequestUsage', 'Review', 'ReviewMedia', 'ReviewCount', 'ProductReviewCount', 'Import', 'ImportProblem', 'WebhookReceipt', 'IdempotencyKey', 'DailyStat'];
BEGIN
  FOREACH tenant IN ARRAY tenants LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant);
    EXECUTE format('CREATE POLICY one_shop ON %I USING ("shopId" = nullif(current_setting(''app.shop'', true), '''')::uuid)', tenant);
  END LOOP;
  ALTER TABLE "Shop" ENABLE ROW LEVEL SECURITY;
  CREATE POLICY one_shop ON "Shop" USING ("id" = nullif(current_setting('app.shop', true), '')::uuid);
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'candor_app') THEN
    FOREACH tenant IN ARRAY tenants LOOP
      EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO candor_app', tenant);
    END LOOP;
    GRANT SELECT, UPDATE ON "Shop" TO candor_app;
    BEGIN
      EXECUTE format('GRANT candor_app TO %I', current_user);
    EXCEPTION
      -- A role made beforehand: only its maker may grant membership, and has done so. The server checks membership when it starts.
      WHEN insufficient_privilege THEN RAISE NOTICE 'membership in candor_app was left as it is';
    END;
  END IF;
END $$;
