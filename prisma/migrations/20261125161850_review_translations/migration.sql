-- Reviews in further languages (docs/decisions/0058).

-- Sixteen hash partitions by shopId, as the reviews have.
CREATE OR REPLACE FUNCTION pg_temp.partitions(parent text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  FOR part IN 0..15 LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES WITH (MODULUS 16, REMAINDER %s)', parent || '_p' || part, parent, part);
  END LOOP;
END $$;

-- AlterTable
ALTER TABLE "Shop" ADD COLUMN     "translatedInto" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "ReviewTranslation" (
    "shopId" UUID NOT NULL,
    "reviewId" UUID NOT NULL,
    "language" TEXT NOT NULL,
    "title" TEXT NOT NULL DEFAULT '',
    "text" TEXT NOT NULL DEFAULT '',
    "sourceLanguage" TEXT,
    "sourceHash" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ReviewTranslation_pkey" PRIMARY KEY ("shopId","reviewId","language")
) PARTITION BY HASH ("shopId");
SELECT pg_temp.partitions('ReviewTranslation');

-- AddForeignKey
ALTER TABLE "ReviewTranslation" ADD CONSTRAINT "ReviewTranslation_shopId_reviewId_fkey" FOREIGN KEY ("shopId", "reviewId") REFERENCES "Review"("shopId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "ReviewTranslation" ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_shop ON "ReviewTranslation" USING ("shopId" = nullif(current_setting('app.shop', true), '')::uuid);
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'candor_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "ReviewTranslation" TO candor_app;
  END IF;
END $$;
