-- New dimensions of facts, counted from the rows.
INSERT INTO "Fact" ("shopId", "metric", "dimension", "value", "hour", "count")
  SELECT i."shopId", e."metric", by."dimension", by."value", date_trunc('hour', e."at", known."zone"), count(*)::int
  FROM "QueueItem" i
  JOIN "Shop" s ON s."id" = i."shopId"
  LEFT JOIN "Order" o ON o."shopId" = i."shopId" AND o."id" = i."orderId"
  CROSS JOIN LATERAL (SELECT candor_known_zone(s."ianaTimezone") AS "zone") known
  CROSS JOIN LATERAL (VALUES ('requests.sent', i."sentAt"), ('requests.opened', i."openedAt"), ('requests.clicked', i."clickedAt"), ('requests.reviewed', i."reviewedAt")) AS e("metric", "at")
  CROSS JOIN LATERAL (VALUES
    ('country', nullif(o."country", '')),
    ('sentHour', extract(isodow FROM i."sentAt" AT TIME ZONE known."zone")::text || '-' || extract(hour FROM i."sentAt" AT TIME ZONE known."zone")::text)
  ) AS by("dimension", "value")
  WHERE e."at" IS NOT NULL AND by."value" IS NOT NULL
  GROUP BY 1, 2, 3, 4, 5;

INSERT INTO "Fact" ("shopId", "metric", "dimension", "value", "hour", "count", "sum")
  SELECT r."shopId", e."metric", 'arrival',
    CASE WHEN r."origin" = 'imported' OR r."importId" IS NOT NULL THEN 'imported' WHEN r."origin" = 'admin' THEN 'created' ELSE 'submitted' END,
    date_trunc('hour', e."at", candor_known_zone(s."ianaTimezone")), count(*)::int, sum(e."stars")::bigint
  FROM "Review" r
  JOIN "Shop" s ON s."id" = r."shopId"
  CROSS JOIN LATERAL (VALUES
    ('reviews.published', CASE WHEN r."publishedAt" IS NOT NULL THEN greatest(r."publishedAt", r."enteredAt") END, r."rate"),
    ('reviews.withMedia', CASE WHEN EXISTS (SELECT FROM "ReviewMedia" m WHERE m."shopId" = r."shopId" AND m."reviewId" = r."id") THEN r."enteredAt" END, 0)
  ) AS e("metric", "at", "stars")
  WHERE e."at" IS NOT NULL
  GROUP BY 1, 2, 3, 4, 5;

-- A page showed at least as many widgets as the most seen one.
INSERT INTO "Fact" ("shopId", "metric", "hour", "count")
  SELECT "shopId", 'pages.viewed', "hour", max("count") FROM "Fact" WHERE "metric" = 'widgets.viewed' AND "dimension" = 'widget' GROUP BY 1, 2, 3;

-- The same facts by day of the shop.
INSERT INTO "Fact" ("shopId", "metric", "dimension", "value", "hour", "count", "sum")
  SELECT f."shopId", f."metric", f."dimension" || '@day', f."value", date_trunc('day', f."hour", candor_known_zone(s."ianaTimezone")), sum(f."count")::int, sum(f."sum")::bigint
  FROM "Fact" f JOIN "Shop" s ON s."id" = f."shopId" GROUP BY 1, 2, 3, 4, 5;
