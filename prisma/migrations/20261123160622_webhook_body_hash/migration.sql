-- AlterTable
ALTER TABLE "WebhookReceipt" ADD COLUMN     "bodyHash" BYTEA;

-- CreateIndex
CREATE INDEX "WebhookReceipt_bodyHash_idx" ON "WebhookReceipt"("bodyHash");


