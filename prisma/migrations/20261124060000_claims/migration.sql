-- Rows that work in the background claims count their attempts in one column of one name.
ALTER TABLE "Import" RENAME COLUMN "undoTries" TO "attempts";
ALTER TABLE "BulkRun" ADD COLUMN "attempts" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "ReviewExport" ADD COLUMN "attempts" INTEGER NOT NULL DEFAULT 0;

-- A lease of a check was its sign of life; now it is held by a claim as every other.
UPDATE "Import" SET "nextRecord" = 0, "leaseUntil" = NULL WHERE "status" = 'checking';
UPDATE "BulkRun" SET "params" = "params" - 'tries' WHERE "params" ? 'tries';

-- pg-boss keeps the options of a queue as it was first created. Two jobs of one key never wait together, and a job whose process
-- died is retried when its heartbeat is missing.
DO $$ BEGIN
  IF to_regclass('jobs.queue') IS NOT NULL THEN
    UPDATE jobs.queue SET heartbeat_seconds = 60 WHERE name NOT LIKE '\_\_pgboss%';
    UPDATE jobs.queue SET policy = 'short' WHERE name IN ('bulk.run', 'imports.check', 'imports.fetch', 'imports.run', 'reviews.export');
  END IF;
END $$;
