-- Answers whose order never arrives are deleted after a week.
CREATE INDEX "SurveyAnswer_held_due_idx" ON "SurveyAnswer" ("heldAt") WHERE "heldAt" IS NOT NULL;
