/** Every number that the two halves of the product agree on. */
import limits from "../../shared/limits.json" with { type: "json" };

export const {
  avatarBytesForm,
  avatarBytesStorage,
  bioCharacters,
  bioRows,
  callbackRetryMs,
  cultivarPageSize,
  cultivarSuggestions,
  currentUserFreshMs,
  currentUserKeptMs,
  displayNameCharacters,
  profileRetryMs,
  refreshRetryMs,
  refreshTickMs,
  refreshTicks,
  replyBusinessDays,
  searchCharacters,
} = limits;
