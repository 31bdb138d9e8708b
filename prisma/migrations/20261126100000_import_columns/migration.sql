-- How a file is read stood in the report; each fact gets a column of its own.
ALTER TABLE "Import"
  ADD COLUMN "encoding" TEXT NOT NULL DEFAULT 'utf-8',
  ADD COLUMN "delimiter" TEXT NOT NULL DEFAULT ',',
  ADD COLUMN "columns" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
  ADD COLUMN "mapping" JSONB,
  ADD COLUMN "mapped" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "marketplace" JSONB,
  ADD COLUMN "unlimited" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "command" TEXT,
  ADD COLUMN "large" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "given" JSONB NOT NULL DEFAULT '{}',
  ADD COLUMN "awaitedDomain" TEXT;

UPDATE "Import" SET
  "encoding" = coalesce("report"->>'encoding', 'utf-8'),
  "delimiter" = coalesce("report"->>'delimiter', ','),
  "columns" = array(SELECT jsonb_array_elements_text(CASE jsonb_typeof("report"->'columns') WHEN 'array' THEN "report"->'columns' ELSE '[]' END)),
  "mapping" = nullif("report"->'mapping', 'null'),
  "mapped" = coalesce(("report"->>'mapped')::boolean, false),
  "marketplace" = nullif("report"->'marketplace', 'null'),
  "unlimited" = coalesce(("report"->>'unlimited')::boolean, false),
  "command" = "report"->>'command',
  "large" = coalesce(("report"->>'large')::boolean, false) OR "fileSize"::bigint * CASE WHEN "fileName" ~* '\.xlsx?$' THEN 5 ELSE 1 END > 2097152,
  "given" = coalesce(nullif("report"->'given', 'null'), '{}'),
  "awaitedDomain" = "report"->'awaited'->>'shopDomain',
  "report" = "report" - ARRAY['encoding', 'delimiter', 'columns', 'mapping', 'mapped', 'marketplace', 'unlimited', 'command', 'large', 'given', 'awaited'];

-- "done" counts the records that were read, so it is also the position to continue at.
ALTER TABLE "Import" DROP COLUMN "nextRecord";
