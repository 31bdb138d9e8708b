CREATE TABLE "AccountIdentity" (
    "id" UUID NOT NULL,
    "accountId" UUID NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "handOver" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "lastUsedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "AccountIdentity_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "AccountIdentity_issuer_subject_key" ON "AccountIdentity"("issuer", "subject");
CREATE INDEX "AccountIdentity_accountId_idx" ON "AccountIdentity"("accountId");
ALTER TABLE "AccountIdentity" ADD CONSTRAINT "AccountIdentity_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

ALTER TABLE "LoginSession" ADD COLUMN "identityId" UUID, ADD COLUMN "supportShopId" UUID;
CREATE INDEX "LoginSession_identityId_idx" ON "LoginSession"("identityId");
CREATE INDEX "LoginSession_supportShopId_idx" ON "LoginSession"("supportShopId");
ALTER TABLE "LoginSession" ADD CONSTRAINT "LoginSession_identityId_fkey" FOREIGN KEY ("identityId") REFERENCES "AccountIdentity"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "LoginSession" ADD CONSTRAINT "LoginSession_supportShopId_fkey" FOREIGN KEY ("supportShopId") REFERENCES "Shop"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
