-- Answers of the customer survey, one for each order (docs/decisions/0106).
CREATE TABLE "SurveyAnswer" (
    "shopId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "platformOrderId" TEXT NOT NULL,
    "invitedAt" TIMESTAMPTZ(3),
    "answeredAt" TIMESTAMPTZ(3),
    "changedAt" TIMESTAMPTZ(3),
    "channel" TEXT NOT NULL DEFAULT '',
    "score" SMALLINT,
    "question" TEXT NOT NULL DEFAULT '',
    "choice" TEXT NOT NULL DEFAULT '',
    "comment" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "SurveyAnswer_pkey" PRIMARY KEY ("shopId","id")
);

CREATE UNIQUE INDEX "SurveyAnswer_shopId_platformOrderId_key" ON "SurveyAnswer"("shopId", "platformOrderId");
CREATE INDEX "SurveyAnswer_shopId_answeredAt_id_idx" ON "SurveyAnswer"("shopId", "answeredAt" DESC, "id" DESC);

ALTER TABLE "SurveyAnswer" ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_shop ON "SurveyAnswer" USING ("shopId" = nullif(current_setting('app.shop', true), '')::uuid);
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'candor_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "SurveyAnswer" TO candor_app;
  END IF;
END $$;
