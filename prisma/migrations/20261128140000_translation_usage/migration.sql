-- CreateTable
CREATE TABLE "TranslationUsage" (
    "shopId" UUID NOT NULL,
    "month" TEXT NOT NULL,
    "characters" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "TranslationUsage_pkey" PRIMARY KEY ("shopId","month")
);

ALTER TABLE "TranslationUsage" ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_shop ON "TranslationUsage" USING ("shopId" = nullif(current_setting('app.shop', true), '')::uuid);
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'candor_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "TranslationUsage" TO candor_app;
  END IF;
END $$;
