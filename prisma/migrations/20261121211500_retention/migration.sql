-- What only grows is forgotten in time; stored files that no row uses are found.

-- CreateTable
CREATE TABLE "UnusedFile" (
    "shopId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "UnusedFile_pkey" PRIMARY KEY ("shopId","id")
);

-- CreateIndex
CREATE INDEX "UnusedFile_shopId_key_idx" ON "UnusedFile"("shopId", "key");

-- CreateIndex
CREATE INDEX "UnusedFile_createdAt_idx" ON "UnusedFile"("createdAt");

-- Who uses a file, asked by its key. Four bytes of it: keys are a hundred characters long.
CREATE INDEX "ReviewMedia_key_idx" ON "ReviewMedia" ("shopId", hashtext("key")) WHERE "key" <> '';
CREATE INDEX "ReviewMedia_posterKey_idx" ON "ReviewMedia" ("shopId", hashtext("posterKey")) WHERE "posterKey" <> '';

-- Imports that still have their file, by their age.
CREATE INDEX "Import_ended_createdAt_idx" ON "Import" (coalesce("finishedAt", "createdAt")) WHERE "fileKey" <> '' AND "status" IN ('done', 'failed', 'cancelled');

-- However a row of a picture goes (with its review, with its shop), its files may be used by nobody now.
CREATE FUNCTION note_unused_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "UnusedFile" ("shopId", "id", "key", "createdAt")
    SELECT "shopId", gen_random_uuid(), "key", clock_timestamp() FROM gone WHERE "key" <> ''
    UNION ALL
    SELECT "shopId", gen_random_uuid(), "posterKey", clock_timestamp() FROM gone WHERE "posterKey" <> '';
  RETURN NULL;
END $$;
CREATE TRIGGER note_unused_files AFTER DELETE ON "ReviewMedia" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_unused_files();

ALTER TABLE "UnusedFile" ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_shop ON "UnusedFile" USING ("shopId" = nullif(current_setting('app.shop', true), '')::uuid);
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'candor_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "UnusedFile" TO candor_app;
  END IF;
END $$;
