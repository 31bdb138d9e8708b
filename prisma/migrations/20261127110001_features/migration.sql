CREATE TABLE "Feature" (
    "id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'considered',
    "published" BOOLEAN NOT NULL DEFAULT false,
    "votes" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Feature_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "FeatureVote" (
    "shopId" UUID NOT NULL,
    "featureId" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "FeatureVote_pkey" PRIMARY KEY ("shopId","featureId")
);

CREATE TABLE "FeatureWish" (
    "shopId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "FeatureWish_pkey" PRIMARY KEY ("shopId","id")
);

-- Counts as the owner: a shop's session must not write the features of all. Deleting a shop takes its votes back.
CREATE FUNCTION candor_count_feature_vote() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE "Feature" SET votes = votes + CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END WHERE id = coalesce(NEW."featureId", OLD."featureId");
  RETURN NULL;
END
$$;
CREATE TRIGGER count_vote AFTER INSERT OR DELETE ON "FeatureVote" FOR EACH ROW EXECUTE FUNCTION candor_count_feature_vote();

ALTER TABLE "FeatureVote" ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_shop ON "FeatureVote" USING ("shopId" = nullif(current_setting('app.shop', true), '')::uuid);
ALTER TABLE "FeatureWish" ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_shop ON "FeatureWish" USING ("shopId" = nullif(current_setting('app.shop', true), '')::uuid);
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'candor_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "FeatureVote", "FeatureWish" TO candor_app;
  END IF;
END $$;
