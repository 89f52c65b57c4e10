/** Every number that the two halves of the product agree on. */
import limits from "../../shared/limits.json" with { type: "json" };

export const {
  avatarBytesForm,
  avatarBytesStorage,
  bioCharacters,
  bioRows,
  callbackRetryMs,
  commentCharacters,
  commentPreview,
  cultivarPageSize,
  cultivarSuggestions,
  currentUserFreshMs,
  currentUserKeptMs,
  displayNameCharacters,
  metaDescriptionCharacters,
  profilePageSize,
  profileRetryMs,
  refreshRetryMs,
  refreshTickMs,
  refreshTicks,
  replyBusinessDays,
  searchCharacters,
} = limits;
