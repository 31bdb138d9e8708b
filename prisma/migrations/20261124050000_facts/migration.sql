-- What happened, by hour, metric and at most one dimension. Replaces DailyStat, whose numbers move in.

-- Of shops that are here already, facts are recorded from this migration on.
ALTER TABLE "Shop" ADD COLUMN "factsSince" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

ALTER TABLE "QueueItem" ADD COLUMN "clickedAt" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "Fact" (
    "shopId" UUID NOT NULL,
    "metric" TEXT NOT NULL,
    "dimension" TEXT NOT NULL DEFAULT '',
    "value" TEXT NOT NULL DEFAULT '',
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 0,
    "sum" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "Fact_pkey" PRIMARY KEY ("shopId","metric","dimension","hour","value")
) PARTITION BY HASH ("shopId");

DO $$
BEGIN
  FOR part IN 0..15 LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF "Fact" FOR VALUES WITH (MODULUS 16, REMAINDER %s)', 'Fact_p' || part, part);
  END LOOP;
END $$;

-- The zone, or UTC where the database does not know it: a shop whose zone has only an old name must not fail its writes.
CREATE FUNCTION candor_known_zone(zone text) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  PERFORM now() AT TIME ZONE zone;
  RETURN zone;
EXCEPTION
  WHEN invalid_parameter_value THEN RETURN 'UTC';
END $$;

-- A day of DailyStat is one of UTC; its noon is in the same day of nearly every zone. The backfill brings the hours.
INSERT INTO "Fact" ("shopId", "metric", "hour", "count")
  SELECT d."shopId", d."metric", date_trunc('hour', d."day"::timestamp AT TIME ZONE 'UTC' + interval '12 hours', candor_known_zone(s."ianaTimezone")), d."value"
  FROM "DailyStat" d JOIN "Shop" s ON s."id" = d."shopId" WHERE d."metric" IN ('reviews.submitted', 'requests.sent');

DROP TABLE "DailyStat";

ALTER TABLE "Fact" ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_shop ON "Fact" USING ("shopId" = nullif(current_setting('app.shop', true), '')::uuid);
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'candor_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "Fact" TO candor_app;
  END IF;
END $$;
