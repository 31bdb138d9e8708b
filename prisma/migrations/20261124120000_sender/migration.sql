-- AlterTable
ALTER TABLE "Shop" ADD COLUMN     "mailPause" TEXT,
ADD COLUMN     "mailPauseText" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "mailPausedAt" TIMESTAMPTZ(3),
ADD COLUMN     "mailResumedAt" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "SenderDomain" (
    "shopId" UUID NOT NULL,
    "domain" TEXT NOT NULL,
    "selector" TEXT NOT NULL,
    "publicKey" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'unverified',
    "records" JSONB NOT NULL DEFAULT '[]',
    "dnsFailed" BOOLEAN NOT NULL DEFAULT false,
    "checkedAt" TIMESTAMPTZ(3),
    "verifiedAt" TIMESTAMPTZ(3),
    "mailedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SenderDomain_pkey" PRIMARY KEY ("shopId","domain")
);

-- CreateIndex
CREATE INDEX "SenderDomain_checkedAt_idx" ON "SenderDomain"("checkedAt");


DO $$
BEGIN
  ALTER TABLE "SenderDomain" ENABLE ROW LEVEL SECURITY;
  CREATE POLICY one_shop ON "SenderDomain" USING ("shopId" = nullif(current_setting('app.shop', true), '')::uuid);
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'candor_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "SenderDomain" TO candor_app;
  END IF;
END $$;
