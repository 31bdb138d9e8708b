-- A push is an entry of its email's row, not a row. No push was ever sent.
DELETE FROM "QueueItem" WHERE "queueType" <> 'email';

-- DropIndex
DROP INDEX "QueueItem_shopId_orderId_type_sequence_queueType_key";

-- AlterTable: requests that were sent before keep no template version, so the column begins empty.
ALTER TABLE "QueueItem" DROP COLUMN "queueType", DROP COLUMN "templateVersion";
ALTER TABLE "QueueItem" ADD COLUMN "templateVersion" INTEGER, ADD COLUMN "mailData" JSONB, ADD COLUMN "pushStatus" TEXT;

-- DropEnum
DROP TYPE "QueueType";

-- CreateIndex
CREATE UNIQUE INDEX "QueueItem_shopId_orderId_type_sequence_key" ON "QueueItem"("shopId", "orderId", "type", "sequence");

-- Almost all rows are review requests without a push. Only the others are indexed, so that sending requests costs no more.
CREATE INDEX "QueueItem_other_kinds_idx" ON "QueueItem" ("shopId", "type", "createdAt" DESC, "id" DESC) WHERE "type" <> 'review-reminder';
CREATE INDEX "QueueItem_push_idx" ON "QueueItem" ("shopId", "pushStatus", "createdAt" DESC, "id" DESC) WHERE "pushStatus" IS NOT NULL;

-- AlterTable: all counted rows are review requests.
ALTER TABLE "QueueCount" DROP CONSTRAINT "QueueCount_pkey",
ADD COLUMN     "type" TEXT NOT NULL DEFAULT 'review-reminder',
ADD CONSTRAINT "QueueCount_pkey" PRIMARY KEY ("shopId", "type", "status");

-- CreateTable
CREATE TABLE "EmailTemplateVersion" (
    "shopId" UUID NOT NULL,
    "template" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "content" JSONB NOT NULL,
    "isUsed" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "EmailTemplateVersion_pkey" PRIMARY KEY ("shopId","template","number")
);

-- CreateTable
CREATE TABLE "MailWords" (
    "hash" TEXT NOT NULL,
    "words" JSONB NOT NULL,

    CONSTRAINT "MailWords_pkey" PRIMARY KEY ("hash")
);

ALTER TABLE "EmailTemplateVersion" ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_shop ON "EmailTemplateVersion" USING ("shopId" = nullif(current_setting('app.shop', true), '')::uuid);
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'candor_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "EmailTemplateVersion" TO candor_app;
  END IF;
END $$;
