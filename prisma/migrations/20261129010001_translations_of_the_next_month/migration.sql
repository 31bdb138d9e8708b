ALTER TABLE "TranslationUsage" ADD COLUMN "isStopped" BOOLEAN NOT NULL DEFAULT false;
-- The schedule that goes on in the next month reads across shops.
CREATE INDEX "TranslationUsage_due_idx" ON "TranslationUsage"(month) WHERE "isStopped";
