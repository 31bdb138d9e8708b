-- Keys with which programs call the API for a shop (docs/decisions/0112).

CREATE TABLE "ApiKey" (
    "shopId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "scopes" TEXT[],
    "hash" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "createdBy" TEXT NOT NULL,
    "lastUsedAt" TIMESTAMPTZ(3),
    "expiresAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "ApiKey_pkey" PRIMARY KEY ("shopId","id")
);
CREATE UNIQUE INDEX "ApiKey_hash_open_idx" ON "ApiKey"("hash");

ALTER TABLE "ApiKey" ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_shop ON "ApiKey" USING ("shopId" = nullif(current_setting('app.shop', true), '')::uuid);
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'candor_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "ApiKey" TO candor_app;
  END IF;
END $$;
