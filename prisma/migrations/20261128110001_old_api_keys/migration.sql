-- Keys that ended some time ago are deleted.
CREATE INDEX "ApiKey_revoked_due_idx" ON "ApiKey"("revokedAt") WHERE "revokedAt" IS NOT NULL;
CREATE INDEX "ApiKey_expired_due_idx" ON "ApiKey"("expiresAt") WHERE "expiresAt" IS NOT NULL;
