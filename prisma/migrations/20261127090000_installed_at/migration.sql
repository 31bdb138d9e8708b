-- A shop without this date is connected again. Earlier releases did not write it.
UPDATE "Shop" SET "installedAt" = "createdAt" WHERE "installedAt" IS NULL AND "uninstalledAt" IS NULL AND "platformTokens" IS NOT NULL;
