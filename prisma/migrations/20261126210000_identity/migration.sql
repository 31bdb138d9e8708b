ALTER TABLE "Account" ADD COLUMN "name" TEXT NOT NULL DEFAULT '';
ALTER TABLE "AccountShop" ADD COLUMN "readOnly" BOOLEAN NOT NULL DEFAULT false;

-- A read-only login becomes a read-only right.
UPDATE "AccountShop" a SET "readOnly" = true FROM "LoginSession" s WHERE s."accountId" = a."accountId" AND s."shopId" = a."shopId" AND s."readOnly";
-- Sessions without a right to their shop end.
DELETE FROM "LoginSession" s WHERE s."shopId" IS NOT NULL AND NOT EXISTS (SELECT FROM "AccountShop" a WHERE a."accountId" = s."accountId" AND a."shopId" = s."shopId");

ALTER TABLE "LoginSession" DROP COLUMN "readOnly",
ADD COLUMN "id" UUID NOT NULL DEFAULT gen_random_uuid(),
ADD COLUMN "userAgent" TEXT NOT NULL DEFAULT '',
ADD COLUMN "timeZone" TEXT NOT NULL DEFAULT '',
ADD COLUMN "lastUsedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
CREATE UNIQUE INDEX "LoginSession_id_key" ON "LoginSession"("id");
DROP INDEX "LoginSession_accountId_idx";
CREATE INDEX "LoginSession_accountId_shopId_idx" ON "LoginSession"("accountId", "shopId");
ALTER TABLE "LoginSession" ADD CONSTRAINT "LoginSession_accountId_shopId_fkey" FOREIGN KEY ("accountId", "shopId") REFERENCES "AccountShop"("accountId", "shopId") ON DELETE CASCADE ON UPDATE NO ACTION;

-- Every process drops an ended session from its cache and closes its websockets, whoever deleted the row.
CREATE FUNCTION candor_end_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('candor_events', 'database session  ' || OLD."tokenHash");
  RETURN NULL;
END
$$;
CREATE TRIGGER end_session AFTER DELETE ON "LoginSession" FOR EACH ROW EXECUTE FUNCTION candor_end_session();

CREATE TABLE "AccountLink" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "shopId" UUID,
    "invitedBy" TEXT NOT NULL DEFAULT '',
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "usedAt" TIMESTAMPTZ(3),

    CONSTRAINT "AccountLink_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "AccountLink_shopId_idx" ON "AccountLink"("shopId");
CREATE INDEX "AccountLink_email_idx" ON "AccountLink"("email");
CREATE INDEX "AccountLink_expiresAt_idx" ON "AccountLink"("expiresAt");
ALTER TABLE "AccountLink" ADD CONSTRAINT "AccountLink_shopId_fkey" FOREIGN KEY ("shopId") REFERENCES "Shop"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
