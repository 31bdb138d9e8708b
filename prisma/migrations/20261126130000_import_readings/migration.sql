-- How else a file can be read, and which sheets of a workbook are read.
ALTER TABLE "Import"
  ADD COLUMN "readings" JSONB,
  ADD COLUMN "sheet" TEXT,
  ADD COLUMN "skippedSheets" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];
