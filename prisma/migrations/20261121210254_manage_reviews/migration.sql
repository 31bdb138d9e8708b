-- Manage reviews: history, acts on many reviews with their undo, saved views, exports, notices.

-- Sixteen hash partitions by shopId, as the reviews have; a cluster can move them apart later.
CREATE OR REPLACE FUNCTION pg_temp.partitions(parent text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  FOR part IN 0..15 LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES WITH (MODULUS 16, REMAINDER %s)', parent || '_p' || part, parent, part);
  END LOOP;
END $$;

-- CreateEnum
CREATE TYPE "HistoryActor" AS ENUM ('merchant', 'customer', 'rule');

-- CreateEnum
CREATE TYPE "BulkStatus" AS ENUM ('running', 'done', 'failed', 'undoing', 'undone');

-- CreateEnum
CREATE TYPE "ExportStatus" AS ENUM ('running', 'done', 'failed');

-- AlterTable
ALTER TABLE "Review" ADD COLUMN     "beforeTrash" JSONB,
ADD COLUMN     "editRequestId" UUID,
ADD COLUMN     "editRequestedAt" TIMESTAMPTZ(3),
ADD COLUMN     "original" JSONB;

-- AlterTable
ALTER TABLE "ReviewMedia" ADD COLUMN     "posterKey" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "seconds" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "ReviewHistory" (
    "shopId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "reviewId" UUID NOT NULL,
    "actor" "HistoryActor" NOT NULL,
    "actorName" TEXT NOT NULL DEFAULT '',
    "action" TEXT NOT NULL,
    "bulkId" UUID,
    "before" JSONB NOT NULL DEFAULT '{}',
    "after" JSONB NOT NULL DEFAULT '{}',
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ReviewHistory_pkey" PRIMARY KEY ("shopId","id")
) PARTITION BY HASH ("shopId");
SELECT pg_temp.partitions('ReviewHistory');

-- CreateTable
CREATE TABLE "BulkRun" (
    "shopId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "action" TEXT NOT NULL,
    "params" JSONB NOT NULL DEFAULT '{}',
    "filter" JSONB,
    "status" "BulkStatus" NOT NULL,
    "total" INTEGER NOT NULL DEFAULT 0,
    "done" INTEGER NOT NULL DEFAULT 0,
    "changed" INTEGER NOT NULL DEFAULT 0,
    "skipped" INTEGER NOT NULL DEFAULT 0,
    "restored" INTEGER NOT NULL DEFAULT 0,
    "kept" INTEGER NOT NULL DEFAULT 0,
    "cursor" UUID,
    "error" TEXT,
    "actorName" TEXT NOT NULL DEFAULT '',
    "leaseUntil" TIMESTAMPTZ(3),
    "fence" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "finishedAt" TIMESTAMPTZ(3),
    "undoneAt" TIMESTAMPTZ(3),

    CONSTRAINT "BulkRun_pkey" PRIMARY KEY ("shopId","id")
);

-- CreateTable
CREATE TABLE "BulkItem" (
    "shopId" UUID NOT NULL,
    "bulkId" UUID NOT NULL,
    "reviewId" UUID NOT NULL,
    "before" JSONB,
    "version" INTEGER,

    CONSTRAINT "BulkItem_pkey" PRIMARY KEY ("shopId","bulkId","reviewId")
) PARTITION BY HASH ("shopId");
SELECT pg_temp.partitions('BulkItem');

-- CreateTable
CREATE TABLE "SavedView" (
    "shopId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "list" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "nameKey" TEXT NOT NULL,
    "query" TEXT NOT NULL DEFAULT '',
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SavedView_pkey" PRIMARY KEY ("shopId","id")
);

-- CreateTable
CREATE TABLE "ReviewExport" (
    "shopId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "format" TEXT NOT NULL,
    "filter" JSONB NOT NULL DEFAULT '{}',
    "status" "ExportStatus" NOT NULL,
    "total" INTEGER,
    "done" INTEGER NOT NULL DEFAULT 0,
    "fileKey" TEXT NOT NULL DEFAULT '',
    "fileSize" BIGINT NOT NULL DEFAULT 0,
    "error" TEXT,
    "leaseUntil" TIMESTAMPTZ(3),
    "fence" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "ReviewExport_pkey" PRIMARY KEY ("shopId","id")
);

-- CreateTable
CREATE TABLE "ReviewNotice" (
    "shopId" UUID NOT NULL,
    "pendingSince" TIMESTAMPTZ(3),
    "pending" INTEGER NOT NULL DEFAULT 0,
    "lastSentAt" TIMESTAMPTZ(3),

    CONSTRAINT "ReviewNotice_pkey" PRIMARY KEY ("shopId")
);

-- CreateIndex
CREATE INDEX "ReviewHistory_shopId_reviewId_id_idx" ON "ReviewHistory"("shopId", "reviewId", "id" DESC);

-- CreateIndex
CREATE INDEX "BulkRun_shopId_createdAt_id_idx" ON "BulkRun"("shopId", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "SavedView_shopId_list_nameKey_key" ON "SavedView"("shopId", "list", "nameKey");

-- CreateIndex
CREATE INDEX "ReviewExport_shopId_createdAt_id_idx" ON "ReviewExport"("shopId", "createdAt" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "ReviewHistory" ADD CONSTRAINT "ReviewHistory_shopId_reviewId_fkey" FOREIGN KEY ("shopId", "reviewId") REFERENCES "Review"("shopId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BulkItem" ADD CONSTRAINT "BulkItem_shopId_bulkId_fkey" FOREIGN KEY ("shopId", "bulkId") REFERENCES "BulkRun"("shopId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the workers look for, however many finished rows there are.
CREATE INDEX "BulkRun_open_idx" ON "BulkRun" ("leaseUntil") WHERE "status" IN ('running', 'undoing');
CREATE INDEX "ReviewExport_open_idx" ON "ReviewExport" ("leaseUntil") WHERE "status" = 'running';
CREATE INDEX "ReviewNotice_pending_idx" ON "ReviewNotice" ("pendingSince") WHERE "pendingSince" IS NOT NULL;
CREATE INDEX "Review_trash_due_idx" ON "Review" ("deletedAt") WHERE "status" = 'deleted';

DO $$
DECLARE
  tenant text;
BEGIN
  FOREACH tenant IN ARRAY ARRAY['ReviewHistory', 'BulkRun', 'BulkItem', 'SavedView', 'ReviewExport', 'ReviewNotice'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant);
    EXECUTE format('CREATE POLICY one_shop ON %I USING ("shopId" = nullif(current_setting(''app.shop'', true), '''')::uuid)', tenant);
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'candor_app') THEN
      EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO candor_app', tenant);
    END IF;
  END LOOP;
END $$;
