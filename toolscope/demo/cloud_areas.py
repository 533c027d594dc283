"""What the demo's cloud is made of: 33 areas with ten kinds of thing each, and ten verbs for every kind."""

from __future__ import annotations

import re

_THINGS = """
iam: project_member role service_account workload_pool permission_grant deny_policy access_level login_session
  api_key group
compute: instance disk image snapshot instance_template machine_type placement_policy reservation node_pool
  startup_script
network: subnet route router firewall_rule peering address load_balancer health_check forwarding_rule endpoint_group
storage: bucket object folder lifecycle_rule retention_policy transfer_job notification_config access_control
  multipart_upload cache
sql: project_member database replica backup flag_set user_account connection maintenance_window query_insight
  import_operation
dns: project_member managed_zone record_set response_policy forwarding_target dnssec_key delegation change_request
  peering_zone alias
run: project_member service revision job execution domain_mapping traffic_split worker_pool environment_secret
  concurrency_limit
kms: project_member key_ring crypto_key key_version import_job ekm_connection key_handle rotation_schedule
  external_key wrap_request
vpn: project_member gateway tunnel peer_gateway route_policy pre_shared_key bgp_session traffic_selector
  interconnect_attachment usage_record
build: trigger worker source_repository build_log cache_volume approval substitution artifact_upload provenance
  schedule
artifacts: repository package package_version tag cleanup_policy vulnerability_scan attachment upstream_source
  remote_mirror license_report
secrets: secret secret_version rotation topic_binding replication_policy access_entry annotation expiry_rule
  checksum restore_point
functions: function function_version event_trigger source_upload runtime environment concurrency_setting log_route
  alias retry_policy
kubernetes: cluster node_group workload namespace ingress config_map daemon_set autoscaler upgrade_plan addon
queue: topic subscription message_schema dead_letter_policy delivery_attempt seek_point push_endpoint ordering_key
  filter_rule retention_setting
scheduler: cron_job execution_record time_window retry_rule target pause_rule calendar_rule holiday_set missed_run
  quota
tasks: task_queue task lease rate_limit task_template worker_binding routing_rule dispatch_log purge_request
  deadline
warehouse: dataset table view materialized_view routine row_policy load_job query_job capacity_commitment
  data_transfer
lake: data_zone asset entity partition_scheme quality_scan lineage_event content_item crawler catalog_entry
  data_profile
stream: pipeline stage window checkpoint source_connector sink_connector schema_registry watermark replay_request
  throughput_unit
cache: cache_cluster cache_node parameter_group eviction_policy cache_backup failover access_token slow_log shard
  maintenance_policy
search: index document synonym_set ranking_rule query_suggestion analyzer search_session feedback_event data_store
  serving_config
monitoring: alert_policy dashboard metric_descriptor uptime_check notification_channel incident snooze slo_target
  service_level group_filter
logging: log_bucket log_sink log_view exclusion_filter log_metric saved_query tail_session retention_setting
  log_link redaction_rule
tracing: trace span sampling_rule trace_sink latency_report service_map annotation_rule baseline anomaly export_rule
vision: image_model label_set detection_job product_set reference_image face_filter ocr_request annotation_batch
  evaluation_run stream_input
speech: recognizer phrase_set custom_class transcription voice_model synthesis_job audio_profile language_pack
  diarization batch_request
translate: glossary translation_model translation_memory document_job language_pair adaptive_dataset romanization
  term_entry batch_job style_guide
certificates: certificate issuer certificate_map revocation_list dns_authorization trust_store renewal_plan
  signing_request template lint_result
backup: backup_plan backup_vault backup_run restore_job data_source protection_policy recovery_test retention_lock
  copy_job legal_hold
migrate: migration_group source_machine replication_cycle cutover test_clone utilization_report target_layout
  import_batch dependency_map wave
budget: cost_budget cost_alert spending_cap cost_report commitment price_list credit invoice_view forecast
  allocation_rule
quota: quota_limit quota_request quota_override usage_report adjustment_rule preference dimension rate_window
  increase_review region_limit
"""
"""Each area with its kinds of thing."""

VERBS: dict[str, str] = {
    "list": "List the {many} of a project in the {area} service, a page at a time.",
    "get": "Get one {one} in the {area} service with all its settings and its current state.",
    "create": "Create a new {one} in the {area} service. The answer holds it as it was made.",
    "update": "Update one {one} in the {area} service. Fields that the body does not name stay as they are.",
    "delete": "Delete one {one} in the {area} service. This cannot be undone.",
    "search": "Search the {many} of all regions in the {area} service by a filter over name, labels and state.",
    "describe": "Describe which fields, limits and defaults {many} have in the {area} service.",
    "label": "Set labels on one {one} in the {area} service; an empty value removes a label.",
    "audit": "Read who changed a certain {one} in the {area} service, and when.",
    "test": "Test which of some permissions the caller has on one {one} in the {area} service.",
}
MEMBERS = " A member is a person or a service; members have roles."
"""Added to what is said of every ``project_member``."""


def plural(word: str) -> str:
    """Many of a thing: ``policies``, ``switches``, ``disks``."""
    if word.endswith("y") and word[-2] not in "aeiou":
        return f"{word[:-1]}ies"
    return f"{word}es" if word.endswith(("s", "x", "ch", "sh")) else f"{word}s"


def _areas() -> dict[str, tuple[str, ...]]:
    parts = (part.split() for part in re.split(r"\n(?! )", _THINGS.strip()))
    return {area.rstrip(":"): tuple(things) for area, *things in parts}


AREAS = _areas()
"""33 areas in the order of their pages."""
